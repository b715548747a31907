"""`python -m companion` is the command `companion`."""

import sys

from companion.commands.cli import main

sys.exit(main())

"""`python -m companion` is the command `companion`."""

import sys

from companion.commands.parser import main

sys.exit(main())

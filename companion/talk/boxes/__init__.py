"""What the boxes add to the talk of a table. Each box has the module of its name, and other modules find it here."""

from companion.talk.box_talk import BoxTalk
from companion.talk.boxes.dark_titan import TALK as DARK_TITAN
from companion.talk.boxes.my_first import TALK as MY_FIRST
from companion.talk.boxes.wizards_tower import TALK as WIZARDS_TOWER

TALKS: tuple[BoxTalk, ...] = (WIZARDS_TOWER, DARK_TITAN, MY_FIRST)

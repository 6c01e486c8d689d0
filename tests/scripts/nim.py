"""The toy game without an agent of its own, and under a name that nobody has registered."""

from dataclasses import replace

from tests.toy import MATCHES

NIM = replace(MATCHES, id="nim", name="Nim", home="tests.scripts.nim:NIM", agents={})

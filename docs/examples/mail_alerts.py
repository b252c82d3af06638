#!/usr/bin/env python3
"""Mail a member of a hall that it is their turn: a program for `engarde serve --notify-command`.

    engarde serve --notify-command 'python3 mail_alerts.py /etc/engarde/addresses.json'

The file has the addresses by the members' names: {"anna": "anna@example.org"}.
"""

import json
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    addresses = json.load(file)
alert = json.loads(sys.stdin.readline())
address = addresses.get(alert["name"])
# Who sits at the table sees it.
if address and not alert["is_there"]:
    text = f"{alert['text']}\n\n{alert['command']}\n"
    subprocess.run(["mail", "-s", "En Garde", address], input=text, text=True, check=True)

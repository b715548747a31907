#!/bin/sh
# Stands for every command with which the installer changes a system. It writes down how it was called, and plays its part
# in the directory FAKE: packages, masked units, groups and members are files there.
name=${0##*/}
printf '%s' "$name" >>"$FAKE/log"
[ $# = 0 ] || printf ' %s' "$@" >>"$FAKE/log"
printf '\n' >>"$FAKE/log"
case "$name $*" in
"apt-get install"*) for word; do case $word in -* | install) ;; *) touch "$FAKE/packages/$word" ;; esac; done ;;
"apt-cache policy"*) [ -e "$FAKE/offered/$2" ] && echo "  Candidate: 1.0" || echo "  Candidate: (none)" ;;
"dpkg-query "*) for word; do last=$word; done; [ -e "$FAKE/packages/$last" ] && printf 'ii ' ;;
"systemctl is-active"*) [ -e "$FAKE/active" ] ;;
"systemctl is-enabled"*) [ -e "$FAKE/masked/$2" ] && echo masked ;;
"systemctl mask"*) touch "$FAKE/masked/$3" ;;
"systemctl unmask"*) rm -f "$FAKE/masked/$2" ;;
"systemctl restart"*) touch "$FAKE/active" ;;
"systemctl stop"* | "systemctl disable --now"*) rm -f "$FAKE/active" ;;
"getent group"*) [ -e "$FAKE/groups/$2" ] ;;
"id -u") echo 0 ;;
"id -nG"*) cat "$FAKE/member" 2>/dev/null || echo "$2" ;;
"usermod -aG"*) echo "$3 $2" >"$FAKE/member" ;;
"gpasswd -d"*) rm -f "$FAKE/member" ;;
"python "*"pip install"*) [ ! -e "$FAKE/no-network" ] ;;
"python3 -m venv"*)
    mkdir -p "$4/bin"
    cp "$0" "$4/bin/python"
    cp "$0" "$4/bin/companion"
    ;;
"python -m wiring.boot"*) shift 2 && exec "$PYTHON" -m wiring.boot "$@" ;;
"python3 "*) exec "$PYTHON" "$@" ;;
esac

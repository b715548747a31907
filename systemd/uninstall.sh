#!/usr/bin/env bash
# Takes back what install.sh did, step by step, from what it wrote down:
#
#     sudo /opt/castle-companion/uninstall.sh              keeps games, stickers and configuration
#     sudo /opt/castle-companion/uninstall.sh --purge      removes them too, and the account
#     /opt/castle-companion/uninstall.sh --dry-run         prints every action and does none
#
# Packages are not removed, for others may need them by now: they are marked so that "apt autoremove" takes those that
# nobody needs.
set -euo pipefail
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Only for tests, as in install.sh.
root=${CASTLE_COMPANION_ROOT:-}
home=/opt/castle-companion
steps=/var/lib/castle-companion-install/steps
dry=no
purge=ask

usage() { echo 'usage: uninstall.sh [--dry-run] [--purge | --keep]'; }

while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=yes ;;
    --purge) purge=yes ;;
    --keep) purge=no ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
    esac
    shift
done

fine() { printf '   %s\n' "$1"; }
fail() { printf 'uninstall.sh: %s\n' "$1" >&2 && exit 1; }

run() {
    printf ' +'
    printf ' %q' "$@"
    printf '\n'
    [ "$dry" = yes ] || "$@"
}

# What does not work any more is told and does not stand in the way of the rest.
try() { run "$@" || fine "that failed; going on"; }

booted() { [ -d "$root/run/systemd/system" ]; }

reboot=no
boot=/boot/firmware
boot_files() {
    if [ -f "$here/wiring/boot.py" ]; then
        try python3 "$here/wiring/boot.py" --boot "$root$boot" undo "$@"
    else
        try "$root$home/venv/bin/python" -m wiring.boot --boot "$root$boot" undo "$@"
    fi
}

kept=()
keep() {
    fine "$2 is kept"
    kept+=("$(printf '%s\t%s' "$1" "$2")")
}

take_back() {
    local words=() word
    case $1 in
    unit)
        if booted; then try systemctl disable --now "$2"; else try systemctl disable "$2"; fi
        ;;
    file | link) run rm -f -- "$root$2" ;;
    masked) try systemctl unmask "$2" ;;
    boot)
        boot=$2
        reboot=yes
        boot_files
        ;;
    cmdline)
        boot=${2%% *}
        for word in ${2#* }; do words+=(--word "$word"); done
        boot_files "${words[@]}"
        ;;
    member) try gpasswd -d "$2" castle-companion ;;
    apt) try apt-mark auto "$2" ;;
    program) run rm -rf -- "$root$home" ;;
    state)
        if [ "$purge" = yes ]; then run rm -rf -- "$root$2"; else keep "$1" "$2"; fi
        ;;
    config)
        if [ "$purge" = yes ]; then
            run rm -f -- "$root$2"
            [ ! -d "$(dirname "$root$2")" ] || run rmdir --ignore-fail-on-non-empty -- "$(dirname "$root$2")"
        else
            keep "$1" "$2"
        fi
        ;;
    account)
        if [ "$purge" = yes ]; then try userdel "$2"; else keep "$1" "$2"; fi
        ;;
    group)
        if [ "$purge" = yes ]; then try groupdel "$2"; else keep "$1" "$2"; fi
        ;;
    *) fine "unknown step: $1 $2" ;;
    esac
}

main() {
    local lines index kind what
    [ -f "$root$steps" ] || fail "nothing is installed: there is no $steps"
    if [ "$dry" = no ] && [ -z "$root" ] && [ "$(id -u)" != 0 ]; then fail 'run it with sudo'; fi
    if [ "$purge" = ask ] && [ -t 0 ] && [ "$dry" = no ]; then
        read -r -p 'Remove the games, the taught stickers and the configuration too? [y/N] ' answer || true
        case ${answer:-} in y | Y | yes) purge=yes ;; esac
    fi
    mapfile -t lines <"$root$steps"
    for ((index = ${#lines[@]} - 1; index >= 0; index--)); do
        IFS=$'\t' read -r kind what <<<"${lines[index]}"
        take_back "$kind" "$what"
    done
    if booted; then
        try systemctl daemon-reload
        try udevadm control --reload
    fi
    [ "$dry" = no ] || exit 0
    if [ ${#kept[@]} = 0 ]; then
        rm -rf -- "$(dirname "$root$steps")"
    else
        for ((index = ${#kept[@]} - 1; index >= 0; index--)); do printf '%s\n' "${kept[index]}"; done >"$root$steps"
    fi
    [ "$reboot" = no ] || fine 'reboot now: the boot files have changed'
    fine 'done'
    exit 0
}

# In one piece, and left at once: the script removes its own file.
main

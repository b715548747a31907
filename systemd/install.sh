#!/usr/bin/env bash
# Makes a Castle companion out of a fresh Raspberry Pi OS (Bookworm or Trixie, 32 or 64 bit), or of plain Debian:
#
#     sudo systemd/install.sh              asks once, before it changes the boot files
#     sudo systemd/install.sh --yes        asks nothing
#     systemd/install.sh --dry-run         prints every action and does none
#
# It can be run again at any time, also to upgrade: what is as it should be is left alone. Every step that it takes is
# written down, and uninstall.sh takes it back.
set -euo pipefail
export LC_ALL=C.UTF-8 # what apt-cache says is read below

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Only for tests: goes before the name of every file that is looked at or changed. Commands run all the same.
root=${CASTLE_COMPANION_ROOT:-}
home=/opt/castle-companion
venv=$home/venv
settings=/etc/castle-companion/companion.toml
steps=/var/lib/castle-companion-install/steps
unit=castle-companion.service
dry=no
sure=no
given=
parts=()

usage() {
    cat <<'USAGE'
usage: install.sh [--dry-run] [--yes] [--config FILE] [--sound amplifier|usb]

  --dry-run       print every action, do none
  --yes           do not ask before the boot files are changed
  --config FILE   the configuration to begin with, instead of the example; one that is there already is kept
  --sound KIND    what speaks: amplifier (I2S, MAX98357A) or usb (a USB sound card); both silence the board's own sound
USAGE
}

while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=yes ;;
    --yes) sure=yes ;;
    --config)
        given=${2:?--config needs a file}
        shift
        ;;
    --sound)
        case ${2:-} in
        amplifier) parts+=(--part amplifier) ;;
        usb) parts+=(--part usb-sound) ;;
        *) usage >&2 && exit 2 ;;
        esac
        shift
        ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
    esac
    shift
done

# How a step is taken

heading() { printf '\n== %s\n' "$1"; }
fine() { printf '   %s\n' "$1"; }
warn() { printf ' ! %s\n' "$1"; }
fail() { printf 'install.sh: %s\n' "$1" >&2 && exit 1; }

run() {
    printf ' +'
    printf ' %q' "$@"
    printf '\n'
    [ "$dry" = yes ] || "$@"
}

# Before it is taken, so that a step that was cut off is taken back as well.
note() {
    local line
    line=$(printf '%s\t%s' "$1" "$2")
    [ "$dry" = yes ] && return 0
    install -d -m 0755 "$(dirname "$root$steps")"
    touch "$root$steps"
    grep -qxF -- "$line" "$root$steps" || printf '%s\n' "$line" >>"$root$steps"
}

# put SOURCE TARGET: a file of ours, for everybody to read.
changed=no
put() {
    changed=no
    if cmp -s -- "$1" "$root$2"; then
        fine "$2 is as it should be"
        return 0
    fi
    note file "$2"
    run install -D -m 0644 "$1" "$root$2"
    changed=yes
}

# A booted system, not a tree in which one is built.
booted() { [ -d "$root/run/systemd/system" ]; }
installed() { [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null || true) == ii* ]]; }
offered() { [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ *[^\ \(] ]]; }
boot_files() { python3 "$here/wiring/boot.py" --boot "$root$boot" --model "$root/proc/device-tree/model" "$@"; }

# The steps

look_around() {
    command -v apt-get >/dev/null || fail 'this is for Raspberry Pi OS and Debian: there is no apt-get'
    [ -f "$here/pyproject.toml" ] || fail "$here is no copy of the project"
    [ -z "$given" ] || [ -f "$given" ] || fail "there is no file $given"
    if [ "$dry" = no ] && [ -z "$root" ] && [ "$(id -u)" != 0 ]; then fail 'run it with sudo'; fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail 'Python 3.11 or newer is needed (Bookworm has it)'
    model=$(tr -d '\0' 2>/dev/null <"$root/proc/device-tree/model" || true)
    boot=/boot/firmware
    if [ ! -f "$root$boot/config.txt" ] && [ -f "$root/boot/config.txt" ]; then boot=/boot; fi
    heading "${model:-Not a Raspberry Pi}, Python $(python3 -c 'import platform; print(platform.python_version())')"
    [ "$dry" = no ] || fine 'dry run: nothing is changed'
}

packages() {
    heading 'Packages'
    local name missing=() wanted=(python3-venv espeak-ng alsa-utils)
    run apt-get update
    # The archive of Raspberry Pi OS alone has lgpio; without it Debian's gpiozero is too old to be of use.
    for name in python3-spidev python3-smbus2 python3-pil python3-msgspec python3-lgpio; do
        if offered "$name"; then wanted+=("$name"); fi
    done
    if offered python3-lgpio; then wanted+=(python3-gpiozero); fi
    for name in "${wanted[@]}"; do
        if ! installed "$name"; then
            missing+=("$name")
            note apt "$name"
        fi
    done
    if [ ${#missing[@]} = 0 ]; then
        fine 'all there'
    else
        run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
    fi
}

account() {
    heading 'Account'
    local name
    for name in gpio i2c spi; do
        if ! getent group "$name" >/dev/null; then note group "$name"; fi
    done
    note account castle-companion
    put "$here/systemd/castle-companion.sysusers.conf" /etc/sysusers.d/castle-companion.conf
    run systemd-sysusers "$root/etc/sysusers.d/castle-companion.conf"
    note state /var/lib/castle-companion
    put "$here/systemd/castle-companion.tmpfiles.conf" /etc/tmpfiles.d/castle-companion.conf
    run systemd-tmpfiles --create "$root/etc/tmpfiles.d/castle-companion.conf"
    if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
        if id -nG "$SUDO_USER" | tr ' ' '\n' | grep -qx castle-companion; then
            fine "$SUDO_USER may use \"companion attach\""
        else
            note member "$SUDO_USER"
            run usermod -aG castle-companion "$SUDO_USER"
        fi
    fi
}

program() {
    heading 'Program'
    local what=$here
    if booted && systemctl is-active --quiet "$unit"; then run systemctl stop "$unit"; fi
    note program "$home"
    [ -x "$root$venv/bin/python" ] || run python3 -m venv --system-site-packages "$root$venv"
    # The drivers of pins and SPI: from apt where they are offered, else from PyPI.
    [ -z "$model" ] || what="${here}[pi]"
    run "$root$venv/bin/python" -m pip install --quiet --upgrade "$what"
    put "$here/README.md" "$home/README.md"
    put "$here/systemd/uninstall.sh" "$home/uninstall.sh"
    [ -x "$root$home/uninstall.sh" ] || run chmod 0755 "$root$home/uninstall.sh"
    link_program
}

link_program() {
    if [ "$(readlink "$root/usr/local/bin/companion" || true)" = "$venv/bin/companion" ]; then
        fine '/usr/local/bin/companion is as it should be'
    elif [ -e "$root/usr/local/bin/companion" ]; then
        warn "/usr/local/bin/companion is something else and stays; ours is $venv/bin/companion"
    else
        note link /usr/local/bin/companion
        run install -d "$root/usr/local/bin"
        run ln -sfn "$venv/bin/companion" "$root/usr/local/bin/companion"
    fi
}

# The example, with the places of the service written down, so that every command finds the same games and stickers.
example() {
    local port=/dev/serial0
    # On a Pi 5 serial0 is the three-pin debug port.
    [[ $model != 'Raspberry Pi 5'* ]] || port=/dev/ttyAMA0
    sed -e 's|^#: directory = |directory = |' -e '/^\[socket\]/,$ s|^#: path = |path = |' \
        -e "s|^device = \"/dev/serial0\"|device = \"$port\"|" "$here/wiring/companion.toml"
}

configuration() {
    heading 'Configuration'
    if [ -e "$root$settings" ]; then
        fine "$settings is kept as it is"
        return 0
    fi
    example >"$scratch/companion.toml"
    note config "$settings"
    run install -d -m 0755 "$root$(dirname "$settings")"
    if [ -n "$given" ]; then
        run install -m 0644 "$given" "$root$settings"
    else
        fine "$settings: the example, for all parts; take out the sections of those that you do not have"
        [ "$dry" = yes ] || install -m 0644 "$scratch/companion.toml" "$root$settings"
    fi
}

buses() {
    heading 'Buses and ports'
    local chosen="$root$settings" text units name
    [ -e "$chosen" ] || chosen=${given:-$scratch/companion.toml} # a dry run
    put "$here/systemd/99-castle-companion.rules" /etc/udev/rules.d/99-castle-companion.rules
    if [ "$changed" = yes ] && booted; then
        run udevadm control --reload
        run udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev --subsystem-match=tty
    fi
    [ -n "$model" ] || return 0
    text=$(boot_files --config "$chosen" "${parts[@]}" lines modules-load.d/castle-companion.conf)
    if [ -n "$text" ]; then
        printf '%s\n' "$text" >"$scratch/modules"
        put "$scratch/modules" /etc/modules-load.d/castle-companion.conf
    fi
    change_boot_files "$chosen"
    units=$(boot_files --config "$chosen" "${parts[@]}" lines shell | tr ' ' '\n' | grep '\.service$' || true)
    for name in $units; do
        if [ "$(systemctl is-enabled "$name" 2>/dev/null || true)" = masked ]; then
            fine "$name is masked"
        else
            note masked "$name"
            run systemctl mask --now "$name"
        fi
    done
}

reboot=no
change_boot_files() {
    local difference file words
    if [ ! -f "$root$boot/config.txt" ]; then
        warn "there is no $boot/config.txt: see wiring/README.md for the lines that the buses need"
        return 0
    fi
    difference=$(boot_files --config "$1" "${parts[@]}" show)
    if [ -z "$difference" ]; then
        fine "the boot files in $boot are as they should be"
        return 0
    fi
    fine "the boot files in $boot change like this; a copy of each is kept beside it:"
    printf '%s\n' "$difference" | sed 's/^/      /'
    [ "$dry" = no ] || return 0
    if [ "$sure" = no ]; then
        read -r -p '   Change them? [y/N] ' answer || true
        case ${answer:-} in y | Y | yes) ;; *) warn 'left alone: the buses may not work' && return 0 ;; esac
    fi
    note boot "$boot"
    boot_files --config "$1" "${parts[@]}" write >"$scratch/written"
    while IFS=$'\t' read -r file words; do
        fine "$file is changed"
        [ -z "$words" ] || note cmdline "$boot $words"
    done <"$scratch/written"
    reboot=yes
}

service() {
    heading 'Service'
    put "$here/systemd/$unit" "/etc/systemd/system/$unit"
    note unit "$unit"
    if booted; then run systemctl daemon-reload; fi
    run systemctl enable "$unit"
    if booted; then run systemctl restart "$unit"; fi
}

look_over() {
    heading 'Doctor'
    run "$root$venv/bin/companion" doctor --no-sound --config "$root$settings" || true
    heading 'Done'
    fine "configuration: $settings, then: sudo systemctl restart ${unit%.service}"
    fine 'teach the stickers: sudo systemctl stop castle-companion, then'
    fine "    sudo -u castle-companion companion tags --config $settings learn goblin"
    [ "$reboot" = no ] || warn 'reboot now: the boot files have changed'
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
look_around
if [ "$sure" = no ] && [ "$dry" = no ] && [ ! -t 0 ] && [ -n "$model" ]; then fail 'nobody to ask: give --yes'; fi
packages
account
program
configuration
buses
service
look_over

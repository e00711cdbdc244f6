/**
 * A shell that stands between us and a part, so that no part outlives us, whatever happens to us. It holds one end
 * of a pipe; when we close ours, or are killed and the system closes it, the shell sends the part its stop signal,
 * and SIGKILL to a part that does not listen. It needs no Node, so `killall node` does not defeat it.
 *
 * Arguments: the stop signal, the grace in seconds, the command and its arguments. The pipe is descriptor 3.
 */
export const WATCHDOG_SCRIPT = `
signal=$1; grace=$2; shift 2
"$@" </dev/null 3<&- &
part=$!
(
  read -r _ <&3
  kill -s "$signal" "$part" 2>/dev/null || exit 0
  while [ "$grace" -gt 0 ]; do
    sleep 1
    kill -0 "$part" 2>/dev/null || exit 0
    grace=$((grace - 1))
  done
  kill -s KILL "$part"
) >/dev/null 2>&1 </dev/null &
watcher=$!
# The shell itself would announce how the part ended.
exec 3<&- 2>/dev/null
wait "$part"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

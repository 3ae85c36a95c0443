/**
 * Takes tokens from the bucket of each key, or none at all. Answers `{ 0, 0 }`, or the longest
 * wait in seconds and the number of its key.
 *
 * The clock is Redis' own: those of several servers differ, and a bucket that is filled by one and
 * emptied by another would gain or lose the difference at each call.
 *
 * ARGV: for each key how much it holds, how much flows in in a millisecond, and how many tokens to
 * take; then what absorbs rounding, in seconds. A bucket that is full again is forgotten, for a new one starts full.
 */
export const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local rounding = tonumber(ARGV[#ARGV])
local levels, wait, slowest = {}, 0, 0
for i, key in ipairs(KEYS) do
  local capacity, perMs = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local bucket = redis.call('HMGET', key, 'tokens', 'at')
  local tokens = tonumber(bucket[1]) or capacity
  local elapsed = math.max(0, now - (tonumber(bucket[2]) or now))
  levels[i] = math.min(capacity, tokens + elapsed * perMs)
  local seconds = math.ceil((tonumber(ARGV[3 * i]) - levels[i]) / perMs / 1000 - rounding)
  if seconds > wait then wait, slowest = seconds, i end
end
if wait > 0 then return { wait, slowest } end
for i, key in ipairs(KEYS) do
  local capacity, perMs = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local left = levels[i] - tonumber(ARGV[3 * i])
  redis.call('HSET', key, 'tokens', string.format('%.17g', left), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', key, math.ceil((capacity - left) / perMs))
end
return { 0, 0 }
`

/**
 * Adds a lease to the set of each key, or to none. Answers 1, or 0 when one of them is full. Leases
 * whose end is past are gone: a process that died gives its places back by that.
 *
 * ARGV: the lease's id and its life in milliseconds; then for each key how many it holds.
 */
export const HOLD_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
  if redis.call('ZCARD', key) >= tonumber(ARGV[i + 2]) then return 0 end
end
local lease, life = ARGV[1], tonumber(ARGV[2])
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, string.format('%.0f', now + life), lease)
  local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
  redis.call('PEXPIREAT', key, string.format('%.0f', tonumber(last)))
end
return 1
`

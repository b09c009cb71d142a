/** Result of `CHECK_LIMITS`: the first number of its reply. */
export const CHECK_STATUS = {
  passed: 0,
  rateLimited: 1,
  quotaExhausted: 2,
  quotaNotLoaded: 3,
  addressLimited: 4,
} as const;

/** Twice the minute, so that operators can still read the key by hand after it. */
const WINDOW_TTL_MS = 120_000;
/** Drops unused counters. Postgres has the figure, because checkpoints run far more often than this. */
const QUOTA_TTL_MS = 3_600_000;

/**
 * Checks one call against its minute, the ceilings it shares with others, and its quota. The minute follows the clock
 * of Redis, so that processes with different clocks agree. It is part of the key, so that no counter outlives its
 * window. If the quota is not in Redis, the script counts nothing and must be called again with the figure, or
 * without a quota.
 * KEYS: 1 the window's key without its minute, 2 the quota's, 3 and on the windows of the ceilings.
 * ARGV: 1 calls a minute, 2 calls of the quota (both '' for no limit), 3 'take', 'look' or 'none', 4 the quota's
 * loaded figure or '', 5 the calls that 'take' uses, all or none, 6 and on the calls a minute of the ceilings.
 * Reply: status, calls of this minute, its end in Unix seconds, seconds to it, calls used (-1: not known), and with
 * `addressLimited`, where the calls are the ceiling's, the index of the ceiling from 0 (else -1).
 */
export const CHECK_LIMITS = `
local per_minute, cumulative, mode, loaded = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local cost = tonumber(ARGV[5])
local now = tonumber(redis.call('TIME')[1])
local minute = math.floor(now / 60)
local reset = (minute + 1) * 60
local used = tonumber(redis.call('GET', KEYS[2]) or '')
if mode ~= 'none' and not used and not loaded then
  return { ${CHECK_STATUS.quotaNotLoaded}, 0, reset, reset - now, -1, -1 }
end
if loaded and (not used or used < loaded) then
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ${QUOTA_TTL_MS})
  used = loaded
end
local function count_in(window)
  local key = window .. ':' .. minute
  local calls = redis.call('INCR', key)
  redis.call('PEXPIRE', key, ${WINDOW_TTL_MS})
  return calls
end
local count, status, ceiling = 0, ${CHECK_STATUS.passed}, -1
if per_minute then
  count = count_in(KEYS[1])
  if count > per_minute then status = ${CHECK_STATUS.rateLimited} end
end
if status == ${CHECK_STATUS.passed} then
  for i = 3, #KEYS do
    local calls = count_in(KEYS[i])
    if ceiling < 0 and calls > tonumber(ARGV[i + 3]) then
      status, count, ceiling = ${CHECK_STATUS.addressLimited}, calls, i - 3
    end
  end
end
if status == ${CHECK_STATUS.passed} and mode == 'take' then
  if cumulative and used + cost > cumulative then
    status = ${CHECK_STATUS.quotaExhausted}
  else
    used = redis.call('INCRBY', KEYS[2], ARGV[5])
    redis.call('PEXPIRE', KEYS[2], ${QUOTA_TTL_MS})
  end
end
return { status, count, reset, reset - now, used or -1, ceiling }
`;

/**
 * Raises a counter that is lower than the figure in Postgres, as after Redis restarted with older data.
 * KEYS: 1 the quota's. ARGV: 1 the figure of Postgres.
 */
export const RAISE_QUOTA = `
local used = tonumber(redis.call('GET', KEYS[1]) or '')
if used and used < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ${QUOTA_TTL_MS})
end
return 1
`;

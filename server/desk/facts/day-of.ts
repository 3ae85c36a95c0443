/** Returns the day of a time in a time zone: 2026-11-29. */
export function createDayOf(timeZone: string): (time: string) => string {
  // Sweden writes days as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (time) => format.format(Date.parse(time))
}

const MS_PER_SECOND = 1_000

/** Settings for a process whose clock is ahead by this many seconds. */
export function shiftedClock(seconds: number): Readonly<Record<string, string>> {
  const module = `
    const RealDate = Date
    globalThis.Date = class Date extends RealDate {
      constructor(...values) {
        super(...(values.length === 0 ? [Date.now()] : values))
      }
      static now() {
        return RealDate.now() + ${seconds * MS_PER_SECOND}
      }
    }
  `
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }
}

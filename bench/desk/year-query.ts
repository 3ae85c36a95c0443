const YEAR_MS = 365 * 86_400_000
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, '2026-11-29'.length)

/** The longest period of a report that ends today. */
export const yearQuery = (now = Date.now()): { readonly from: string; readonly to: string } => ({
  from: toDay(now - YEAR_MS),
  to: toDay(now),
})

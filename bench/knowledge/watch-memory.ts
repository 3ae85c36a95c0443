import { readUsage } from '../process-usage.ts'

/** Resident memory of this process above its present one. */
export function watchMemory() {
  const atRest = readUsage(process.pid).residentMiB
  let peak = atRest
  return {
    look(): void {
      peak = Math.max(peak, readUsage(process.pid).residentMiB)
    },
    peakMib: (): number => peak - atRest,
  }
}

import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Published readers log complaints to the console: each complaint fails its test, unless the test removed it
 * from this list.
 */
export function failOnComplaints(): string[] {
  const complaints: string[] = []
  beforeEach(() => {
    for (const level of ['warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((text) => void complaints.push(String(text)))
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    const [first] = complaints.splice(0)
    if (first !== undefined) throw new Error(`A reader complained: ${first}`)
  })
  return complaints
}

import { expect, test, vi } from 'vitest'
import { later } from './later.ts'

test('fetches a part once, and has it without waiting from then on', async () => {
  const fetch = vi.fn(async () => 'part')
  const load = later(fetch)
  expect(load.now).toBeUndefined()

  expect(await Promise.all([load(), load()])).toEqual(['part', 'part'])

  expect(load.now).toBe('part')
  expect(fetch).toHaveBeenCalledOnce()
})

test('tries again with the next call when a part did not come', async () => {
  const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('No network.'))
  const load = later(fetch)
  await expect(load()).rejects.toThrow('No network.')
  fetch.mockResolvedValue('part')

  expect(await load()).toBe('part')
})

import type { DeviceRows } from '../storage/device-rows.ts'

/** Rows that take and give nothing once somebody is gone, however late a call comes. */
export const endedRows = (rows: DeviceRows, ending: AbortSignal): DeviceRows => ({
  async list(kind, scope) {
    const list = ending.aborted ? [] : await rows.list(kind, scope)
    return ending.aborted ? [] : list
  },
  async put(...args) {
    if (!ending.aborted) await rows.put(...args)
  },
  async remove(...args) {
    if (!ending.aborted) await rows.remove(...args)
  },
  clear: (scope) => rows.clear(scope),
  clearOthers: (scope) => rows.clearOthers(scope),
})

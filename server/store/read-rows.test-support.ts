import type { JsonObject } from '../../shared/json.ts'
import type { MessageRow, MessageTextRow } from './store.ts'

/** Listed rows with their contents parsed. */
export const readRows = async (
  rows: Promise<readonly MessageTextRow[]>,
): Promise<readonly MessageRow[]> =>
  (await rows).map(({ json, ...row }) => ({ ...row, content: JSON.parse(json) as JsonObject }))

import { ClientSideRowModelModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { COLUMN_TEXTS, loadRows } from './row-texts.ts'

/** As high as a row of the desk. */
const ROW_PX = 57

/** AG Grid with all rows in memory, of which it draws the visible ones, and with the least of its modules. */
export async function drawGrid(): Promise<void> {
  ModuleRegistry.registerModules([ClientSideRowModelModule])
  const rowData = await loadRows()
  createGrid<ConversationRow>(document.getElementById('root')!, {
    rowData,
    rowHeight: ROW_PX,
    columnDefs: COLUMN_TEXTS.map(({ name, textOf }, index) => ({
      headerName: name,
      flex: index === 0 ? 4 : 1,
      valueGetter: ({ data }) => (data ? textOf(data) : ''),
    })),
  })
}

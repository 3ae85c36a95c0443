import type * as panelModule from './panel/main.ts'

/** The second file of the loader. */
export type PanelModule = typeof panelModule

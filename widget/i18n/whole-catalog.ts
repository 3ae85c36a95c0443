import type { Catalog, CatalogOf } from './create-translate.ts'
import type { interruptEn } from './interrupt-en.ts'
import type { laterEn } from './later-en.ts'
import type { menuEn } from './menu-en.ts'
import type { pageToolEn } from './page-tool-en.ts'
import type { viewerEn } from './viewer-en.ts'

/** Every text of the frame in one locale. */
export type WholeCatalog = Catalog &
  CatalogOf<typeof laterEn> &
  CatalogOf<typeof menuEn> &
  CatalogOf<typeof interruptEn> &
  CatalogOf<typeof pageToolEn> &
  CatalogOf<typeof viewerEn>

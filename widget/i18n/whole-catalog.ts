import type { Catalog, CatalogOf } from './create-translate.ts'
import type { laterEn } from './later-en.ts'

/** Every text of the frame in one locale. */
export type WholeCatalog = Catalog & CatalogOf<typeof laterEn>

import { createTextsHook } from '../../../i18n/later-texts.tsx'
import { pageToolEn } from '../../../i18n/page-tool-en.ts'

/** The texts of a page's own tools. */
export const usePageToolTexts = createTextsHook<typeof pageToolEn>(pageToolEn)

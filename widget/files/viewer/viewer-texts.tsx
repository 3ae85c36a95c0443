import { createTextsHook } from '../../i18n/later-texts.tsx'
import { viewerEn } from '../../i18n/viewer-en.ts'

/** The texts of the viewer of images. */
export const useViewerTexts = createTextsHook<typeof viewerEn>(viewerEn)

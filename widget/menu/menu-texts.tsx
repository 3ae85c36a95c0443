import { createTextsHook } from '../i18n/later-texts.tsx'
import { menuEn } from '../i18n/menu-en.ts'

/** The texts of the header's menu and of its dialogs. */
export const useMenuTexts = createTextsHook<typeof menuEn>(menuEn)

import { createTextsHook } from '../../../i18n/later-texts.tsx'
import { interruptEn } from '../../../i18n/interrupt-en.ts'

/** The texts of the card of an identity provider. */
export const useInterruptTexts = createTextsHook<typeof interruptEn>(interruptEn)

import { en } from '../en.ts'
import { accentedEnglish } from '../pseudo-locale.ts'

/** For development: reveals texts without a catalogue, and clipped texts. */
export default accentedEnglish(en)

/** Stands in the built first file of a version where the hash of its second file goes. */
export const INTEGRITY_PLACE = 'sha256-of-the-second-file'
/** Stands in its second file where the hash of the third goes. */
export const EXTRAS_INTEGRITY_PLACE = 'sha256-of-the-third-file'
/** Stands in its third file where the hash of the fourth goes. */
export const DEBUG_INTEGRITY_PLACE = 'sha256-of-the-fourth-file'

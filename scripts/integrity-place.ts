/** Placeholder in the built first file of a version for the hash of its second file. */
export const INTEGRITY_PLACE = 'sha256-of-the-second-file'
/** Placeholder in the second file for the hash of the third. */
export const EXTRAS_INTEGRITY_PLACE = 'sha256-of-the-third-file'
/** Placeholder in the third file for the hash of the fourth. */
export const DEBUG_INTEGRITY_PLACE = 'sha256-of-the-fourth-file'

/** Stands in the built first file of a version where the hash of its second file goes. */
export const INTEGRITY_PLACE = 'sha256-of-the-second-file'

/** Result of a call that is recorded and not run, in cases, tries and previews, unless the case names another. */
export const RECORDED_RESULT = 'done'

/** What an upload takes where the server names no types. */
export const CLOUD_ACCEPT = '*'
/**
 * What goes out inside of a message (specification, section 5): images, plain text, html, markdown,
 * csv, xml, json, css. The second line is how browsers call three of them.
 */
export const LOCAL_ACCEPT =
  'image/*,text/plain,text/html,text/markdown,text/csv,text/xml,text/json,text/css,' +
  'application/json,application/xml,.md'

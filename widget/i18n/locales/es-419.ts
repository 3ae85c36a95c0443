import type { LocaleTexts } from '../create-translate.ts'

/** Spanish of Latin America: its differences from `es`. */
export default {
  'header.threadsFailed': 'No se pudieron mostrar tus conversaciones.',

  'thread.olderFailed': 'No se pudieron cargar los mensajes anteriores.',
  'thread.failed': 'No se pudo cargar la conversación.',
  'thread.failedHint': 'No se perdió nada. También puedes empezar una nueva.',

  'message.you': 'Dijiste',
  'message.assistant': '{assistant} dijo',
  'message.blank': 'El asistente no dijo nada.',
  'message.lostFiles': 'No se pudo conservar un archivo de esta respuesta.',
  'message.tooLong': 'La respuesta alcanzó la longitud máxima.',
  'message.filtered': 'Un filtro de contenido detuvo la respuesta.',
  'message.unfinished': 'La respuesta terminó antes de tiempo.',
  'message.broken': 'No se pudo mostrar este mensaje completo. Este es su texto sin formato.',
  'message.slow': 'Está tardando más de lo normal…',
  'message.thoughtFor': 'Pensó durante {duration}',

  'tool.done': '{tool} se ejecutó',
  'tool.failed': '{tool} falló',
  'tool.ended': '{tool} no terminó',
  'tool.denied': 'No se permitió {tool}',
  'tool.changed': '{tool} se detuvo: los datos no coincidían',

  'pageTool.undone': 'Se deshizo',
  'pageTool.undoFailed': 'No se pudo deshacer',

  'interrupt.noConnectPage':
    'Este sitio no tiene una página para conectar {connection}. Conéctalo en la configuración de tu cuenta y vuelve aquí.',
  'interrupt.connect': 'Conectar {connection} (se abre en una pestaña nueva)',
  'interrupt.done': 'Ya lo hice',
  'interrupt.pushTitle': 'Revisa tu teléfono',
  'interrupt.pushHint': 'Acepta ahí la solicitud de {tool} y continúa.',
  'interrupt.deviceHint': 'Ingresa el código en la página de abajo y vuelve aquí.',
  'interrupt.deviceLink': '{address} (se abre en una pestaña nueva)',
  'interrupt.expires': 'Vence en {time}',
  'interrupt.expired': 'Se acabó el tiempo. Inténtalo de nuevo para recibir otra solicitud.',
  'interrupt.deniedTitle': 'No se permitió {tool}',
  'interrupt.denied': 'Se rechazó la solicitud. No se hizo nada.',
  'interrupt.noPushTitle': '{tool} no pudo preguntarte',
  'interrupt.noPush':
    'Tu cuenta no tiene ningún teléfono que reciba estas solicitudes. Configura uno en ella e inténtalo de nuevo.',
  'interrupt.expiredTitle': 'La solicitud de {tool} venció',
  'interrupt.pollingTitle': 'No se pudo confirmar {tool}',
  'interrupt.polling':
    'No se pudo contactar con el servicio de inicio de sesión. Inténtalo de nuevo en un momento.',
  'interrupt.grant':
    'El servicio de inicio de sesión no aceptó la confirmación. Inténtalo de nuevo.',

  'error.title': 'La respuesta se detuvo antes de terminar.',
  'error.offline': 'Se perdió la conexión. Tu mensaje está a salvo.',
  'error.budget': 'Ya no hay más respuestas por hoy. Inténtalo de nuevo mañana.',
  'error.blocked':
    'En este momento no se aceptan mensajes desde tu red. No se perdió nada: inténtalo más tarde.',
  'error.namedOnly':
    'En este momento solo pueden escribir aquí las personas que iniciaron sesión. No se perdió nada.',
  'error.notAdmitted':
    'Esta página no pudo confirmar tu visita. No se perdió nada: inténtalo de nuevo en un momento.',
  'error.unavailable': 'El servicio no está disponible en este momento.',
  'error.refused': 'El servidor no lo permitió.',
  'error.unknown': 'Algo salió mal. Tu mensaje está a salvo.',
  'error.sendFailed': 'No se pudo enviar. Puedes volver a intentarlo.',
  'error.answerFailed': 'La respuesta falló. Puedes volver a intentarlo.',

  'action.copyFailed': 'No se pudo copiar.',
  'action.speakFailed': 'No se pudo leer en voz alta.',

  'feedback.title': '¿Qué estuvo mal?',
  'feedback.thanks': 'Gracias por tus comentarios.',
  'feedback.removed': 'Comentarios eliminados',

  'notice.reload': 'No se pudo generar otra vez la respuesta.',
  'notice.stop': 'No se pudo detener la respuesta.',
  'notice.feedback': 'No se pudieron guardar tus comentarios.',
  'notice.save': 'No se pudo guardar el mensaje.',
  'notice.tool': 'Una herramienta no pudo continuar.',
  'notice.gone':
    'El servidor ya no tiene tu conversación de este navegador. Empieza una nueva; lo que escribiste se conserva.',

  'composer.overtaken':
    'No enviado: otra respuesta empezó antes. Vuelve a enviarlo cuando termine.',
  'composer.disclaimer':
    'Las respuestas pueden contener errores. Verifica la información importante.',

  'attachment.uploaded': '{name} se subió.',
  'attachment.uploadFailed': 'No se pudo subir {name}. {reason}',
  'attachment.busy': 'Demasiadas cargas a la vez. Espera un momento y vuelve a intentarlo.',
  'attachment.attached': {
    one: '{name} se adjuntó.',
    many: 'Se adjuntaron {n} de archivos.',
    other: 'Se adjuntaron {n} archivos.',
  },
  'attachment.removed': '{name} se quitó.',
  'attachment.marked': '{name} está marcado. Presiona Retroceso otra vez para quitarlo.',
  'attachment.folder': {
    one: '{name} es una carpeta. Mejor adjunta sus archivos.',
    many: 'Se omitieron {n} de carpetas. Mejor adjunta sus archivos.',
    other: 'Se omitieron {n} carpetas. Mejor adjunta sus archivos.',
  },
  'attachment.empty': {
    one: '{name} está vacío y se omitió.',
    many: '{n} de archivos están vacíos y se omitieron.',
    other: '{n} archivos están vacíos y se omitieron.',
  },
  'attachment.tooLarge': {
    one: '{name} supera {size} y se omitió.',
    many: '{n} de archivos superan {size} y se omitieron.',
    other: '{n} archivos superan {size} y se omitieron.',
  },
  'attachment.tooMany': {
    one: 'Máximo de {max} por mensaje: se omitió {n} archivo.',
    many: 'Máximo de {max} por mensaje: se omitieron {n} de archivos.',
    other: 'Máximo de {max} por mensaje: se omitieron {n} archivos.',
  },
  'attachment.notAttached': 'No se pudieron adjuntar los archivos. Inténtalo de nuevo.',

  'auth.title': 'Tu sesión terminó.',
  'auth.failed': 'No se pudo iniciar tu sesión.',
  'auth.leftHint':
    'Cerraste la sesión en otra pestaña. Aquí no se conserva nada de tu conversación.',

  'offline.banner': 'No tienes conexión. Los mensajes se enviarán cuando vuelva.',
  'offline.incomplete': 'Parte del chat no se cargó. Intentándolo de nuevo…',
  'offline.back': 'Ya tienes conexión de nuevo.',

  'announce.answered': '{assistant} respondió',

  'markdown.newTab': 'se abre en una pestaña nueva',

  'merge.question':
    'Chateaste aquí antes de iniciar sesión. ¿Quieres conservar esas conversaciones?',

  'threads.narrow': 'Hacer más angosto el chat',

  'threads.failed': 'No se pudieron cargar tus conversaciones.',
  'threads.failedHint': 'No se perdió nada.',
  'threads.offline': 'No tienes conexión. Tus conversaciones se mostrarán cuando vuelvas.',
  'threads.moreFailed': 'No se pudieron cargar más conversaciones.',

  'threads.noneFound': 'No se encontraron conversaciones',
  'threads.noneFoundFor': 'Nada coincide con “{query}”.',
  'threads.searchFailed': 'La búsqueda no funcionó.',
  'threads.searchOffline': 'No tienes conexión. Busca cuando vuelvas.',

  'threads.deleteTitle': '¿Eliminar “{title}”?',

  'threads.wasArchived': '“{title}” está archivada.',
  'threads.renameFailed': 'No se pudo cambiar el nombre de “{title}”.',
  'threads.archiveFailed': 'No se pudo archivar “{title}”.',
  'threads.unarchiveFailed': 'No se pudo desarchivar “{title}”.',
  'threads.deleteFailed': 'No se pudo eliminar “{title}”.',
  'threads.switchFailed': 'No se pudo abrir “{title}”.',

  'menu.settings': 'Configuración',

  'transcript.failed': 'No se pudo leer la conversación. Inténtalo de nuevo.',

  'settings.enter': 'Enter',
  'settings.modifier': 'Ctrl o ⌘ con Enter',
  'settings.reading': 'Lector de pantalla: leer los párrafos a medida que llegan',

  'clear.failed': 'No se pudieron eliminar tus datos. Inténtalo de nuevo.',
  'clear.done': 'Tus datos se eliminaron.',

  'preview.over': 'La vista previa terminó. Este es el chat tal como lo ven los visitantes.',
  'preview.gone':
    'El borrador se publicó o se descartó. Este es el chat tal como lo ven los visitantes.',
  'preview.ended': 'La vista previa terminó.',
} satisfies LocaleTexts

import type { LocaleTexts } from '../create-translate.ts'

/** Portuguese of Portugal: its differences from `pt-BR`. */
export default {
  'header.ready': '{assistant} · quase de imediato',
  'header.readyHere': 'Costuma responder logo',
  'header.running': '{assistant} · a responder…',
  'header.offline': 'Sem ligação',
  'header.threadsFailed': 'Não foi possível mostrar as suas conversas.',

  'thread.loading': 'A carregar a conversa…',
  'thread.loadingOlder': 'A carregar mensagens anteriores…',
  'thread.failedHint': 'Nada se perdeu. Também pode começar uma nova.',
  'thread.greetingHint': 'Pergunte o que quiser ou comece por uma destas opções.',
  'thread.suggestion1': 'O que consegue fazer?',
  'thread.suggestion2': 'Por onde começo?',
  'thread.suggestion3': 'Mostre-me um exemplo',

  'message.you': 'A sua mensagem',
  'knowledge.search': 'Pesquisa nas páginas',
  'knowledge.searching': 'A pesquisar nas páginas…',
  'knowledge.searched': 'Pesquisa nas páginas concluída',
  'message.waitingHint': 'Será enviada automaticamente assim que a rede voltar.',
  'message.waitingBehind': 'Será enviada depois da mensagem anterior.',
  'message.fileLost': 'Um ficheiro tem de ser escolhido novamente. Edite a mensagem para o fazer.',
  'message.lostFiles': 'Não foi possível guardar um ficheiro desta resposta.',
  'message.filtered': 'A resposta foi terminada por um filtro de conteúdo.',
  'message.unfinished': 'A resposta terminou antes do tempo.',
  'message.broken':
    'Não foi possível mostrar esta mensagem na íntegra. Eis o texto sem formatação.',
  'viewer.next': 'Imagem seguinte',
  'viewer.download': 'Transferir',

  'preview.draft': 'Pré-visualização do rascunho, até {time}',
  'preview.over': 'A pré-visualização terminou. Este é o chat como os visitantes o veem.',
  'preview.invalid':
    'Esta ligação para uma pré-visualização não é válida. Este é o chat como os visitantes o veem.',
  'preview.ended': 'A pré-visualização terminou.',
  'preview.leave': 'Sair da pré-visualização',
  'message.thinking': 'A pensar…',
  'message.slow': 'Está a demorar mais do que o habitual…',
  'message.starting': 'O modelo ainda não começou a responder. Talvez ainda esteja a iniciar.',
  'message.retriesIn': 'O modelo está ocupado. Nova tentativa dentro de {time}.',
  'message.thoughtFor': 'Pensou durante {duration}',

  'tool.waiting': 'A preparar {tool}…',
  'tool.running': 'A executar {tool}…',
  'tool.asking': '{tool} aguarda a sua decisão',
  'tool.used': {
    one: '{n} ferramenta utilizada',
    many: '{n} de ferramentas utilizadas',
    other: '{n} ferramentas utilizadas',
  },
  'tool.left': '{tool} está à sua espera',
  'tool.skip': 'Ignorar',

  'approval.noData': 'Sem quaisquer dados.',
  'approval.deny': 'Recusar',
  'approval.announce': '{tool} aguarda a sua aprovação',

  'human.answer': 'A sua resposta',
  'human.announce': '{tool} aguarda a sua resposta',

  'pageTool.preview': 'Pré-visualização',
  'pageTool.undo': 'Anular',
  'pageTool.undone': 'Anulado',
  'pageTool.undoFailed': 'Não foi possível anular',

  'interrupt.announce': '{tool} está à sua espera',
  'interrupt.connectTitle': '{tool} precisa de uma conta associada',
  'interrupt.connectHint': 'Associe {connection} na página que se abre e depois volte aqui.',
  'interrupt.scopes': 'Pede acesso a: {scopes}',
  'interrupt.noConnectPage':
    'Este site não tem uma página para associar {connection}. Faça-o nas definições da sua conta e depois volte aqui.',
  'interrupt.connect': 'Associar {connection} (abre num novo separador)',
  'interrupt.done': 'Já está feito',
  'interrupt.pushTitle': 'Veja o seu telemóvel',
  'interrupt.pushHint': 'Permita aí o pedido de {tool} e depois continue.',
  'interrupt.deviceHint': 'Introduza o código na página abaixo e depois volte aqui.',
  'interrupt.deviceLink': '{address} (abre num novo separador)',
  'interrupt.expires': 'Expira dentro de {time}',
  'interrupt.expired': 'O tempo terminou. Tente novamente para receber um novo pedido.',
  'interrupt.denied': 'O pedido foi recusado. Nada foi feito.',
  'interrupt.noPushTitle': '{tool} não conseguiu pedir a sua confirmação',
  'interrupt.noPush':
    'A sua conta não tem um telemóvel que receba estes pedidos. Configure um na conta e depois tente novamente.',
  'interrupt.expiredTitle': 'O pedido de {tool} expirou',
  'interrupt.polling':
    'Não foi possível contactar o serviço de início de sessão. Tente novamente dentro de momentos.',
  'interrupt.grant': 'O serviço de início de sessão não aceitou a confirmação. Tente novamente.',

  'error.offline': 'A ligação caiu. A sua mensagem está guardada.',
  'error.rateLimited': 'Demasiadas mensagens de uma vez. Aguarde um momento e tente novamente.',
  'error.retryIn': 'Demasiadas mensagens de uma vez. Tente novamente dentro de {time}.',
  'error.modelRetryIn': 'O modelo está ocupado. Tente novamente dentro de {time}.',
  'error.retryNow': 'Já pode tentar novamente.',
  'error.budget': 'Não há mais respostas hoje. Tente novamente amanhã.',
  'error.quota': 'Não há mais espaço. Elimine conversas de que já não precise e tente novamente.',
  'error.blocked':
    'De momento, não são aceites mensagens da sua rede. Nada se perdeu: tente novamente mais tarde.',
  'error.namedOnly': 'De momento, só quem tem sessão iniciada pode escrever aqui. Nada se perdeu.',
  'error.notAdmitted':
    'Esta página não conseguiu confirmar a sua visita. Nada se perdeu: tente novamente dentro de momentos.',
  'error.unavailable': 'O serviço não está disponível de momento.',
  'error.tooLarge': 'Isto é demasiado grande para ser enviado aqui.',
  'error.refused': 'O servidor não permitiu isto.',
  'error.unknown': 'Algo correu mal. A sua mensagem está guardada.',
  'error.sendFailed': 'Não foi possível enviar. Pode tentar novamente.',
  'error.answerFailed': 'A resposta falhou. Pode tentar novamente.',

  'action.tryAgain': 'Tentar novamente',
  'action.good': 'Boa resposta',
  'action.bad': 'Má resposta',
  'action.stopSpeaking': 'Parar a leitura',

  'branch.next': 'Versão seguinte',
  'branch.running': 'Aguarde a resposta ou pare-a primeiro.',

  'edit.field': 'Editar a sua mensagem',
  'edit.save': 'Guardar e enviar',
  'edit.busy': 'Há uma resposta a caminho. Guarde quando terminar.',

  'feedback.title': 'O que correu mal?',
  'feedback.reason3': 'Demasiado longa',
  'feedback.comment': 'Diga-nos mais',
  'feedback.thanks': 'Obrigado pelos seus comentários.',
  'feedback.removed': 'Comentários removidos',

  'notice.reload': 'Não foi possível gerar novamente a resposta.',
  'notice.feedback': 'Não foi possível guardar os seus comentários.',
  'notice.save': 'Não foi possível guardar a mensagem.',
  'notice.gone':
    'O servidor já não tem a sua conversa para este navegador. Começa uma nova; o que escreveu mantém-se.',

  'composer.uploading': 'A carregar…',
  'composer.queued': 'A sua mensagem será enviada assim que os ficheiros forem carregados.',
  'composer.queuedEarly': 'A sua mensagem será enviada assim que o chat estiver pronto.',
  'composer.overtaken':
    'Não enviada: outra resposta começou primeiro. Envie-a novamente quando essa terminar.',
  'composer.busy': 'Há uma resposta a caminho. Envie quando terminar ou pare-a primeiro.',
  'composer.readOnly': 'Esta conversa é só de leitura.',
  'composer.shares': {
    one: 'Esta página partilha {n} informação',
    many: 'Esta página partilha {n} de informações',
    other: 'Esta página partilha {n} informações',
  },
  'composer.disclaimer': 'As respostas podem conter erros. Verifique as informações importantes.',
  'composer.disclaimerLink': 'Saber mais',
  'composer.count': '{n} de {limit} carateres',
  'composer.over': {
    one: '{n} caráter a mais',
    many: '{n} de carateres a mais',
    other: '{n} carateres a mais',
  },

  'attachment.add': 'Anexar ficheiros',
  'attachment.limits': {
    one: 'Anexe um ficheiro até {size}',
    many: 'Anexe até {n} de ficheiros de {size} cada',
    other: 'Anexe até {n} ficheiros de {size} cada',
  },
  'attachment.limitsWithImages': {
    one: 'Anexe um ficheiro até {size} ou uma imagem até {imageSize}',
    many: 'Anexe até {n} de ficheiros de {size} cada, imagens de {imageSize}',
    other: 'Anexe até {n} ficheiros de {size} cada, imagens de {imageSize}',
  },
  'attachment.list': 'Ficheiros anexados',
  'attachment.retry': 'Carregar {name} novamente',
  'attachment.uploading': 'A carregar {name}',
  'attachment.busy': 'Demasiados carregamentos de uma vez. Aguarde um momento e tente novamente.',
  'attachment.attached': {
    one: '{name} foi anexado.',
    many: '{n} de ficheiros foram anexados.',
    other: '{n} ficheiros foram anexados.',
  },
  'attachment.marked': '{name} está marcado. Prima Retrocesso novamente para o remover.',
  'attachment.makingPages': 'A criar imagens das páginas…',
  'attachment.drop': 'Largue os ficheiros para os anexar',
  'attachment.folder': {
    one: '{name} é uma pasta. Anexe antes os respetivos ficheiros.',
    many: '{n} de pastas foram excluídas. Anexe antes os respetivos ficheiros.',
    other: '{n} pastas foram excluídas. Anexe antes os respetivos ficheiros.',
  },
  'attachment.empty': {
    one: '{name} está vazio e foi excluído.',
    many: '{n} de ficheiros estão vazios e foram excluídos.',
    other: '{n} ficheiros estão vazios e foram excluídos.',
  },
  'attachment.duplicate': {
    one: '{name} já está anexado.',
    many: '{n} de ficheiros já estão anexados.',
    other: '{n} ficheiros já estão anexados.',
  },
  'attachment.tooLarge': {
    one: '{name} excede {size} e foi excluído.',
    many: '{n} de ficheiros excedem {size} e foram excluídos.',
    other: '{n} ficheiros excedem {size} e foram excluídos.',
  },
  'attachment.tooMany': {
    one: 'Máximo de {max} por mensagem: {n} ficheiro foi excluído.',
    many: 'Máximo de {max} por mensagem: {n} de ficheiros foram excluídos.',
    other: 'Máximo de {max} por mensagem: {n} ficheiros foram excluídos.',
  },
  'attachment.notTaken': 'Não é possível anexar ficheiros aqui.',
  'attachment.notAttached': 'Não foi possível anexar os ficheiros. Tente novamente.',
  'attachment.notSent':
    'Não enviada: há um ficheiro por carregar. Carregue-o novamente ou remova-o.',
  'attachment.lost': 'Este ficheiro tem de ser escolhido novamente.',
  'attachment.lostNamed': '{name} tem de ser escolhido novamente.',
  'attachment.unread': 'O assistente não consegue ler este ficheiro.',
  'attachment.gone': '{name} já não pode ser aberto.',

  'auth.title': 'A sua sessão terminou.',
  'auth.failed': 'Não foi possível iniciar a sua sessão.',
  'auth.hint':
    'Inicie sessão novamente para continuar. A sua conversa e o seu rascunho estão guardados.',
  'auth.nobody': 'Não tem sessão iniciada.',
  'auth.nobodyHint': 'Inicie sessão neste site e o chat começa. O seu texto está guardado.',
  'auth.leftHint': 'Terminou sessão noutro separador. Aqui não fica guardado nada da sua conversa.',
  'auth.action': 'Iniciar sessão novamente',

  'offline.banner': 'Está sem ligação. As mensagens serão enviadas quando a ligação voltar.',
  'offline.reconnecting': 'A restabelecer a ligação…',
  'offline.incomplete': 'Partes do chat não foram carregadas. A tentar novamente…',
  'offline.back': 'A ligação foi restabelecida.',

  'announce.answering': '{assistant} está a responder',
  'announce.still': 'Ainda a responder',
  'announce.stillFor': 'Ainda a responder após {duration}',

  'link.hint':
    'A ligação leva a outra página deste site. Abri-la pode fazer algo lá, como terminar a sua sessão.',

  'markdown.newTab': 'abre num novo separador',
  'markdown.wrapLines': 'Moldar linhas',

  'merge.question': 'Conversou aqui antes de iniciar sessão. Quer manter essas conversas?',

  'threads.running': 'a responder',
  'threads.narrow': 'Tornar o chat mais estreito',

  'threads.loading': 'A carregar as suas conversas…',
  'threads.empty': 'Ainda não há conversas',
  'threads.emptyHint': 'O que perguntar fica guardado aqui.',
  'threads.failed': 'Não foi possível carregar as suas conversas.',
  'threads.offline': 'Está sem ligação. As suas conversas aparecem quando a ligação voltar.',
  'threads.loadingMore': 'A carregar mais…',

  'threads.rename': 'Mudar o nome',
  'threads.delete': 'Eliminar',

  'threads.archivedEmpty': 'Não há nada arquivado.',

  'threads.search': 'Pesquisar conversas',
  'threads.results': 'Resultados da pesquisa',
  'threads.searching': 'A pesquisar…',
  'threads.noneFoundFor': 'Nada corresponde a «{query}».',
  'threads.searchFailed': 'A pesquisa não funcionou.',
  'threads.searchOffline': 'Está sem ligação. Pesquise quando a ligação voltar.',

  'threads.deleteTitle': 'Eliminar «{title}»?',
  'threads.deleteHint':
    'A conversa será eliminada com todas as mensagens. Não é possível anular esta ação.',
  'threads.deleteRunningHint':
    'A resposta será interrompida e a conversa eliminada com todas as mensagens. Não é possível anular esta ação.',

  'threads.wasArchived': '«{title}» foi arquivada.',
  'threads.undo': 'Anular',
  'threads.renameFailed': 'Não foi possível mudar o nome de «{title}».',
  'threads.archiveFailed': 'Não foi possível arquivar «{title}».',
  'threads.unarchiveFailed': 'Não foi possível desarquivar «{title}».',
  'threads.deleteFailed': 'Não foi possível eliminar «{title}».',
  'threads.switchFailed': 'Não foi possível abrir «{title}».',

  'threads.sayArchived': 'Conversa arquivada. Pode anular.',
  'threads.sayRenamed': 'Nome da conversa alterado.',
  'threads.sayDeleted': 'Conversa eliminada.',

  'menu.context': 'O que esta página partilha',
  'menu.transcript': 'Guardar conversa',
  'menu.settings': 'Definições',
  'menu.shortcuts': 'Atalhos de teclado',
  'menu.clear': 'Eliminar os meus dados',

  'context.hint': 'O assistente lê isto com cada mensagem sua. O que desativar não é partilhado.',

  'transcript.hint': 'A conversa completa, num ficheiro neste dispositivo.',
  'transcript.page': 'Página Web (HTML)',
  'transcript.reading': 'A ler a conversa…',
  'transcript.failed': 'Não foi possível ler a conversa. Tente novamente.',

  'settings.announcements': 'Leitor de ecrã: respostas',
  'settings.reading': 'Leitor de ecrã: ler os parágrafos à medida que chegam',

  'shortcuts.edit': 'Editar a sua última mensagem',
  'shortcuts.messages': 'Ir de uma mensagem para outra',

  'clear.title': 'Eliminar todos os seus dados?',
  'clear.hint':
    'Todas as suas conversas e todos os seus ficheiros serão eliminados e este dispositivo deixará de o reconhecer. Não é possível anular esta ação.',
  'clear.delete': 'Eliminar tudo',
  'clear.failed': 'Não foi possível eliminar os seus dados. Tente novamente.',
  'clear.done': 'Os seus dados foram eliminados.',
} satisfies LocaleTexts

export { createWatch } from '../watches/create.ts';
export { listWatches } from '../watches/list.ts';
export { matchNextLoad } from '../watches/match.query.ts';
export { deleteWatch } from '../watches/watches.query.ts';
export { createWebhook } from './create.ts';
export { deliveriesOf, replayDelivery } from './deliveries.query.ts';
export { GRACE_MS, newWebhookSecret } from './signature.ts';
export { deleteWebhook, rotateSecret, switchOn, webhooksOf } from './webhooks.query.ts';

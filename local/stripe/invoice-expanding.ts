import type Stripe from 'stripe';
import { intentOf } from './invoice-paying.ts';
import type { World } from './world.ts';

/** What an invoice shows only when it is asked to: https://docs.stripe.com/api/invoices/object#invoice_object-payments */
export const INCLUDABLE: Record<string, (world: World, invoice: string) => object | null> = {
  confirmation_secret: (world, invoice) => {
    const secret = intentOf(world, invoice)?.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
  payments: (world, invoice) => {
    const intent = intentOf(world, invoice);
    return {
      object: 'list',
      data: intent ? [paymentOf(intent, invoice)] : [],
      has_more: false,
      url: '/v1/invoice_payments',
    };
  },
};

/** https://docs.stripe.com/api/invoice-payment/object */
const paymentOf = (intent: Stripe.PaymentIntent, invoice: string): Stripe.InvoicePayment => {
  const isPaid = intent.status === 'succeeded';
  return {
    id: intent.id.replace('pi_', 'inpay_'),
    object: 'invoice_payment',
    amount_paid: isPaid ? intent.amount : null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: intent.currency,
    invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: isPaid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: isPaid ? intent.created : null },
  };
};

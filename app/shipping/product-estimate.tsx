import { Estimate } from './delivery-estimate.tsx';
import { useDelivery } from './use-delivery.ts';

interface ProductEstimateProps {
  /** Pounds. */
  subtotal: number;
  /** Asks for the place at once. */
  asked: boolean;
}

/** What delivery to the shopper's place costs, and when it arrives, on the page of a product. */
export default function ProductEstimate({ subtotal, asked }: ProductEstimateProps) {
  return <Estimate delivery={useDelivery(subtotal)} subtotal={subtotal} asked={asked} />;
}

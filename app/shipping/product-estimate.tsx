import { Estimate } from './delivery-estimate.tsx';
import type { DeliveredGoods } from './delivery-options.ts';
import { useDelivery } from './use-delivery.ts';

interface ProductEstimateProps extends DeliveredGoods {
  /** Asks for the place at once. */
  asked: boolean;
}

/** What delivery to the shopper's place costs, and when it arrives, on the page of a product. */
export default function ProductEstimate({ asked, ...goods }: ProductEstimateProps) {
  return <Estimate delivery={useDelivery(goods)} subtotal={goods.subtotal} asked={asked} />;
}

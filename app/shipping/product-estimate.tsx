import { Estimate } from './delivery-estimate.tsx';
import type { DeliveredGoods } from './delivery-options.ts';
import { useDelivery } from './use-delivery.ts';

interface ProductEstimateProps extends DeliveredGoods {
  /** Opens the place dialog at once. */
  asked: boolean;
}

/** Delivery cost and arrival for the shopper's place, on a product page. */
export default function ProductEstimate({ asked, ...goods }: ProductEstimateProps) {
  return <Estimate delivery={useDelivery(goods)} subtotal={goods.subtotal} asked={asked} />;
}

import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('landing/home.route.tsx'),
  route('shop', 'catalog/shop.route.tsx'),
  route('product/:id', 'catalog/product.route.tsx'),
  route('categories', 'catalog/categories.route.tsx'),
  route('category/:id', 'catalog/category.route.tsx'),
  route('categories/:id', 'catalog/category.route.tsx', { id: 'catalog/category-by-plural' }),
  route('deals', 'catalog/deals.route.tsx'),
  route('cart', 'cart/cart.route.tsx'),
  route('customize', 'customize/customize.route.tsx'),
  route('contact', 'content/contact.route.tsx'),
  route('faq', 'content/faq.route.tsx'),

  route('signin', 'auth/sign-in.route.tsx'),
  route('auth/signin', 'auth/sign-in.route.tsx', { id: 'auth/sign-in-by-group' }),
  route('signup', 'auth/sign-up.route.tsx'),
  route('forgot-password', 'auth/forgot-password.route.tsx'),
  route('reset-password', 'auth/reset-password.route.tsx'),
  route('auth/reset-password', 'auth/reset-password.route.tsx', { id: 'auth/reset-password-by-group' }),
  route('callback', 'auth/callback.route.tsx'),
  route('auth/callback', 'auth/callback.route.tsx', { id: 'auth/callback-by-group' }),

  route('checkout', 'checkout/checkout.route.tsx'),
  route('order-confirmation', 'checkout/order-confirmation.route.tsx'),
  route('cart/products', 'cart/products.route.ts'),
  route('account', 'account/account.route.tsx'),
  route('account/addresses', 'account/addresses.route.tsx'),
  route('account/wishlist', 'wishlist/wishlist.route.tsx'),
  route('account/orders', 'orders/orders.route.tsx'),
  route('account/orders/:id', 'orders/order.route.tsx'),

  route('admin', 'admin/admin.route.tsx', [
    index('admin/to-dashboard.route.ts'),
    route('dashboard', 'admin/dashboard.route.tsx'),
    route('orders', 'admin/orders.route.tsx'),
    route('users', 'admin/users/users.route.tsx'),
  ]),

  route('search/suggestions', 'catalog/suggestions.route.ts'),
  route('banners', 'landing/banners.route.ts'),
  route('sitemap.xml', 'catalog/sitemap.route.ts'),
  route('robots.txt', 'catalog/robots.route.ts'),
  route('policies', 'shell/policies.route.ts'),
  route('*', 'shell/not-found.route.tsx'),
] satisfies RouteConfig;

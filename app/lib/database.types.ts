// Generated from the migrated database by scripts/database-types.ts; do not edit.
import type { DatabaseEnums, Json } from './database.enums.ts';
import type { JsonColumns } from './json-columns.ts';

export type { Json };

type JsonColumn<Name extends string> = Name extends keyof JsonColumns ? JsonColumns[Name] : Json;

export type Database = {
  // Lets the client know what its server can do.
  __InternalSupabase: {
    PostgrestVersion: '14.1';
  };
  public: {
    Tables: {
      addresses: {
        Row: {
          apartment: string;
          building: string;
          city: string;
          created_at: string;
          floor: string;
          full_name: string;
          governorate: Database['public']['Enums']['governorate'];
          id: string;
          is_default: boolean;
          label: string;
          landmark: string;
          phone: string;
          postal_code: string;
          street: string;
          tenant_id: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          apartment?: string;
          building?: string;
          city: string;
          created_at?: string;
          floor?: string;
          full_name: string;
          governorate: Database['public']['Enums']['governorate'];
          id?: string;
          is_default?: boolean;
          label?: string;
          landmark?: string;
          phone: string;
          postal_code?: string;
          street: string;
          tenant_id: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          apartment?: string;
          building?: string;
          city?: string;
          created_at?: string;
          floor?: string;
          full_name?: string;
          governorate?: Database['public']['Enums']['governorate'];
          id?: string;
          is_default?: boolean;
          label?: string;
          landmark?: string;
          phone?: string;
          postal_code?: string;
          street?: string;
          tenant_id?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'addresses_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      approval_requests: {
        Row: {
          act: Database['public']['Enums']['approval_act'];
          arguments: JsonColumn<'approval_requests.arguments'>;
          asked_at: string;
          asked_by: string;
          basis: JsonColumn<'approval_requests.basis'>;
          capability: string;
          customer_id: string | null;
          decided_at: string | null;
          decided_by: string | null;
          ended_because: string | null;
          facts: JsonColumn<'approval_requests.facts'>;
          id: string;
          needed: number;
          note: string;
          order_id: string | null;
          product_ids: string[];
          seen_at: string | null;
          state: Database['public']['Enums']['approval_state'];
          tenant_id: string;
          word: string;
        };
        Insert: {
          act: Database['public']['Enums']['approval_act'];
          arguments: JsonColumn<'approval_requests.arguments'>;
          asked_at?: string;
          asked_by: string;
          basis: JsonColumn<'approval_requests.basis'>;
          capability: string;
          customer_id?: string | null;
          decided_at?: string | null;
          decided_by?: string | null;
          ended_because?: string | null;
          facts: JsonColumn<'approval_requests.facts'>;
          id?: string;
          needed: number;
          note?: string;
          order_id?: string | null;
          product_ids?: string[];
          seen_at?: string | null;
          state?: Database['public']['Enums']['approval_state'];
          tenant_id: string;
          word?: string;
        };
        Update: {
          act?: Database['public']['Enums']['approval_act'];
          arguments?: JsonColumn<'approval_requests.arguments'>;
          asked_at?: string;
          asked_by?: string;
          basis?: JsonColumn<'approval_requests.basis'>;
          capability?: string;
          customer_id?: string | null;
          decided_at?: string | null;
          decided_by?: string | null;
          ended_because?: string | null;
          facts?: JsonColumn<'approval_requests.facts'>;
          id?: string;
          needed?: number;
          note?: string;
          order_id?: string | null;
          product_ids?: string[];
          seen_at?: string | null;
          state?: Database['public']['Enums']['approval_state'];
          tenant_id?: string;
          word?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'approval_requests_customer_id_tenant_id_fkey';
            columns: ['customer_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
          {
            foreignKeyName: 'approval_requests_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'approval_requests_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      assignments: {
        Row: {
          approval_request_id: string | null;
          assigned_at: string;
          assigned_by: string | null;
          conversation_id: string | null;
          id: string;
          order_id: string | null;
          return_id: string | null;
          seen_at: string | null;
          tenant_id: string;
          user_id: string;
        };
        Insert: {
          approval_request_id?: string | null;
          assigned_at?: string;
          assigned_by?: string | null;
          conversation_id?: string | null;
          id?: string;
          order_id?: string | null;
          return_id?: string | null;
          seen_at?: string | null;
          tenant_id: string;
          user_id: string;
        };
        Update: {
          approval_request_id?: string | null;
          assigned_at?: string;
          assigned_by?: string | null;
          conversation_id?: string | null;
          id?: string;
          order_id?: string | null;
          return_id?: string | null;
          seen_at?: string | null;
          tenant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assignments_tenant_id_approval_request_id_fkey';
            columns: ['tenant_id', 'approval_request_id'];
            isOneToOne: true;
            referencedRelation: 'approval_requests';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'assignments_tenant_id_conversation_id_fkey';
            columns: ['tenant_id', 'conversation_id'];
            isOneToOne: true;
            referencedRelation: 'conversations';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'assignments_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'assignments_tenant_id_return_id_fkey';
            columns: ['tenant_id', 'return_id'];
            isOneToOne: true;
            referencedRelation: 'returns';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      attributes: {
        Row: {
          category_ids: string[] | null;
          choices: string[];
          created_at: string;
          id: string;
          is_filter: boolean;
          kind: Database['public']['Enums']['attribute_kind'];
          name: string;
          on_card: boolean;
          on_page: boolean;
          position: number;
          tenant_id: string;
          translations: JsonColumn<'attributes.translations'>;
          unit: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          category_ids?: string[] | null;
          choices?: string[];
          created_at?: string;
          id?: string;
          is_filter?: boolean;
          kind: Database['public']['Enums']['attribute_kind'];
          name: string;
          on_card?: boolean;
          on_page?: boolean;
          position?: number;
          tenant_id: string;
          translations?: JsonColumn<'attributes.translations'>;
          unit?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          category_ids?: string[] | null;
          choices?: string[];
          created_at?: string;
          id?: string;
          is_filter?: boolean;
          kind?: Database['public']['Enums']['attribute_kind'];
          name?: string;
          on_card?: boolean;
          on_page?: boolean;
          position?: number;
          tenant_id?: string;
          translations?: JsonColumn<'attributes.translations'>;
          unit?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'attributes_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      audit_log: {
        Row: {
          action: string;
          actor_id: string | null;
          actor_name: string;
          after: JsonColumn<'audit_log.after'> | null;
          before: JsonColumn<'audit_log.before'> | null;
          created_at: string;
          entity: string;
          entity_id: string;
          id: number;
          label: string;
          part_of: number | null;
          search_text: string;
          tenant_id: string;
          undone_at: string | null;
        };
        Insert: {
          action: string;
          actor_id?: string | null;
          actor_name?: string;
          after?: JsonColumn<'audit_log.after'> | null;
          before?: JsonColumn<'audit_log.before'> | null;
          created_at?: string;
          entity: string;
          entity_id: string;
          id?: never;
          label?: string;
          part_of?: number | null;
          search_text?: never;
          tenant_id: string;
          undone_at?: string | null;
        };
        Update: {
          action?: string;
          actor_id?: string | null;
          actor_name?: string;
          after?: JsonColumn<'audit_log.after'> | null;
          before?: JsonColumn<'audit_log.before'> | null;
          created_at?: string;
          entity?: string;
          entity_id?: string;
          id?: never;
          label?: string;
          part_of?: number | null;
          search_text?: never;
          tenant_id?: string;
          undone_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'audit_log_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'audit_log_tenant_id_part_of_fkey';
            columns: ['tenant_id', 'part_of'];
            isOneToOne: false;
            referencedRelation: 'audit_log';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      banners: {
        Row: {
          created_at: string;
          description: string | null;
          end_date: string | null;
          id: string;
          image_url: string;
          is_active: boolean;
          link_url: string | null;
          position: number;
          start_date: string | null;
          tenant_id: string;
          title: string;
          translations: JsonColumn<'banners.translations'>;
          updated_at: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          end_date?: string | null;
          id?: string;
          image_url?: string;
          is_active?: boolean;
          link_url?: string | null;
          position?: number;
          start_date?: string | null;
          tenant_id: string;
          title?: string;
          translations?: JsonColumn<'banners.translations'>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          end_date?: string | null;
          id?: string;
          image_url?: string;
          is_active?: boolean;
          link_url?: string | null;
          position?: number;
          start_date?: string | null;
          tenant_id?: string;
          title?: string;
          translations?: JsonColumn<'banners.translations'>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'banners_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      brands: {
        Row: {
          account_text: string;
          all_categories_text: string | null;
          body_typeface: Database['public']['Enums']['brand_typeface'];
          body_weight: number;
          card_radius: number;
          categories_title: string;
          contact_text: string;
          control_radius: number;
          created_at: string;
          dark_ground: Database['public']['Enums']['brand_dark_ground'];
          deals_title: string;
          default_language: string;
          density: Database['public']['Enums']['brand_density'];
          designer_text: string | null;
          details_face: Database['public']['Enums']['brand_face'];
          display_case: Database['public']['Enums']['brand_letter_case'];
          display_leading: number;
          display_scale: number;
          display_tracking: number;
          display_typeface: Database['public']['Enums']['brand_typeface'];
          display_weight: number;
          elevation: Database['public']['Enums']['brand_elevation'];
          empty_cart: string;
          error_text: string;
          error_title: string;
          faq_text: string;
          featured_title: string;
          header: Database['public']['Enums']['brand_header'];
          hero_action: string;
          hero_films: string[];
          hero_look: Database['public']['Enums']['brand_look'] | null;
          hero_picture: string | null;
          hero_picture_alt: string | null;
          hero_text: string;
          hero_title: string;
          hides_initial_navbar: boolean;
          hides_name: boolean;
          home_sections: Database['public']['Enums']['brand_home_section'][];
          icon: string | null;
          landing: Database['public']['Enums']['brand_landing'];
          light_ground: Database['public']['Enums']['brand_light_ground'];
          logo: string;
          logo_dark: string | null;
          look: Database['public']['Enums']['brand_look'];
          made_for_all: string | null;
          made_for_label: string | null;
          made_for_values: string[];
          mail_reply_to: string | null;
          mail_sender: string | null;
          mail_signature: string | null;
          mono_typeface: Database['public']['Enums']['brand_typeface'] | null;
          mono_weight: number;
          motion: Database['public']['Enums']['brand_motion'];
          music: string | null;
          name: string;
          new_title: string;
          not_found_text: string;
          not_found_title: string;
          nothing_found_title: string;
          only_language: string | null;
          option_fields: Database['public']['Enums']['brand_option_field'][];
          order_placed_text: string;
          order_prefix: string | null;
          ornament: Database['public']['Enums']['brand_ornament'];
          part_looks: JsonColumn<'brands.part_looks'>;
          picture_radius: number;
          primary_color: string;
          secondary_color: string;
          slogans: string;
          story: string;
          story_picture: string | null;
          story_picture_alt: string | null;
          story_title: string;
          strip: Database['public']['Enums']['brand_strip'];
          stroke: number;
          tenant_id: string;
          translations: JsonColumn<'brands.translations'>;
          updated_at: string;
          version: number;
          visit_text: string | null;
          visit_title: string | null;
        };
        Insert: {
          account_text: string;
          all_categories_text?: string | null;
          body_typeface: Database['public']['Enums']['brand_typeface'];
          body_weight?: number;
          card_radius?: number;
          categories_title: string;
          contact_text: string;
          control_radius?: number;
          created_at?: string;
          dark_ground?: Database['public']['Enums']['brand_dark_ground'];
          deals_title: string;
          default_language?: string;
          density?: Database['public']['Enums']['brand_density'];
          designer_text?: string | null;
          details_face?: Database['public']['Enums']['brand_face'];
          display_case?: Database['public']['Enums']['brand_letter_case'];
          display_leading?: number;
          display_scale?: number;
          display_tracking?: number;
          display_typeface: Database['public']['Enums']['brand_typeface'];
          display_weight?: number;
          elevation?: Database['public']['Enums']['brand_elevation'];
          empty_cart: string;
          error_text: string;
          error_title: string;
          faq_text: string;
          featured_title: string;
          header?: Database['public']['Enums']['brand_header'];
          hero_action: string;
          hero_films?: string[];
          hero_look?: Database['public']['Enums']['brand_look'] | null;
          hero_picture?: string | null;
          hero_picture_alt?: string | null;
          hero_text: string;
          hero_title: string;
          hides_initial_navbar?: boolean;
          hides_name?: boolean;
          home_sections?: Database['public']['Enums']['brand_home_section'][];
          icon?: string | null;
          landing?: Database['public']['Enums']['brand_landing'];
          light_ground?: Database['public']['Enums']['brand_light_ground'];
          logo: string;
          logo_dark?: string | null;
          look: Database['public']['Enums']['brand_look'];
          made_for_all?: string | null;
          made_for_label?: string | null;
          made_for_values?: string[];
          mail_reply_to?: string | null;
          mail_sender?: string | null;
          mail_signature?: string | null;
          mono_typeface?: Database['public']['Enums']['brand_typeface'] | null;
          mono_weight?: number;
          motion?: Database['public']['Enums']['brand_motion'];
          music?: string | null;
          name: string;
          new_title: string;
          not_found_text: string;
          not_found_title: string;
          nothing_found_title: string;
          only_language?: string | null;
          option_fields?: Database['public']['Enums']['brand_option_field'][];
          order_placed_text: string;
          order_prefix?: string | null;
          ornament: Database['public']['Enums']['brand_ornament'];
          part_looks?: JsonColumn<'brands.part_looks'>;
          picture_radius?: number;
          primary_color: string;
          secondary_color: string;
          slogans: string;
          story: string;
          story_picture?: string | null;
          story_picture_alt?: string | null;
          story_title: string;
          strip?: Database['public']['Enums']['brand_strip'];
          stroke?: number;
          tenant_id: string;
          translations?: JsonColumn<'brands.translations'>;
          updated_at?: string;
          version?: number;
          visit_text?: string | null;
          visit_title?: string | null;
        };
        Update: {
          account_text?: string;
          all_categories_text?: string | null;
          body_typeface?: Database['public']['Enums']['brand_typeface'];
          body_weight?: number;
          card_radius?: number;
          categories_title?: string;
          contact_text?: string;
          control_radius?: number;
          created_at?: string;
          dark_ground?: Database['public']['Enums']['brand_dark_ground'];
          deals_title?: string;
          default_language?: string;
          density?: Database['public']['Enums']['brand_density'];
          designer_text?: string | null;
          details_face?: Database['public']['Enums']['brand_face'];
          display_case?: Database['public']['Enums']['brand_letter_case'];
          display_leading?: number;
          display_scale?: number;
          display_tracking?: number;
          display_typeface?: Database['public']['Enums']['brand_typeface'];
          display_weight?: number;
          elevation?: Database['public']['Enums']['brand_elevation'];
          empty_cart?: string;
          error_text?: string;
          error_title?: string;
          faq_text?: string;
          featured_title?: string;
          header?: Database['public']['Enums']['brand_header'];
          hero_action?: string;
          hero_films?: string[];
          hero_look?: Database['public']['Enums']['brand_look'] | null;
          hero_picture?: string | null;
          hero_picture_alt?: string | null;
          hero_text?: string;
          hero_title?: string;
          hides_initial_navbar?: boolean;
          hides_name?: boolean;
          home_sections?: Database['public']['Enums']['brand_home_section'][];
          icon?: string | null;
          landing?: Database['public']['Enums']['brand_landing'];
          light_ground?: Database['public']['Enums']['brand_light_ground'];
          logo?: string;
          logo_dark?: string | null;
          look?: Database['public']['Enums']['brand_look'];
          made_for_all?: string | null;
          made_for_label?: string | null;
          made_for_values?: string[];
          mail_reply_to?: string | null;
          mail_sender?: string | null;
          mail_signature?: string | null;
          mono_typeface?: Database['public']['Enums']['brand_typeface'] | null;
          mono_weight?: number;
          motion?: Database['public']['Enums']['brand_motion'];
          music?: string | null;
          name?: string;
          new_title?: string;
          not_found_text?: string;
          not_found_title?: string;
          nothing_found_title?: string;
          only_language?: string | null;
          option_fields?: Database['public']['Enums']['brand_option_field'][];
          order_placed_text?: string;
          order_prefix?: string | null;
          ornament?: Database['public']['Enums']['brand_ornament'];
          part_looks?: JsonColumn<'brands.part_looks'>;
          picture_radius?: number;
          primary_color?: string;
          secondary_color?: string;
          slogans?: string;
          story?: string;
          story_picture?: string | null;
          story_picture_alt?: string | null;
          story_title?: string;
          strip?: Database['public']['Enums']['brand_strip'];
          stroke?: number;
          tenant_id?: string;
          translations?: JsonColumn<'brands.translations'>;
          updated_at?: string;
          version?: number;
          visit_text?: string | null;
          visit_title?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'brands_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: true;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      carrier_areas: {
        Row: {
          carrier: string;
          city: string;
          city_ar: string;
          city_id: string;
          delivers: boolean;
          district: string;
          district_ar: string;
          district_id: string;
          governorate: Database['public']['Enums']['governorate'] | null;
          keys: string[];
          refreshed_at: string;
        };
        Insert: {
          carrier: string;
          city: string;
          city_ar?: string;
          city_id: string;
          delivers?: boolean;
          district: string;
          district_ar?: string;
          district_id: string;
          governorate?: Database['public']['Enums']['governorate'] | null;
          keys?: never;
          refreshed_at?: string;
        };
        Update: {
          carrier?: string;
          city?: string;
          city_ar?: string;
          city_id?: string;
          delivers?: boolean;
          district?: string;
          district_ar?: string;
          district_id?: string;
          governorate?: Database['public']['Enums']['governorate'] | null;
          keys?: never;
          refreshed_at?: string;
        };
        Relationships: [];
      };
      carrier_bookings: {
        Row: {
          carrier: string;
          carrier_reference: string | null;
          cash: number | null;
          collects: boolean;
          created_at: string;
          created_by: string | null;
          district_id: string | null;
          looked_at: string | null;
          problem: JsonColumn<'carrier_bookings.problem'> | null;
          reference: string;
          round: number;
          shipment_id: string;
          state: Database['public']['Enums']['carrier_booking_state'];
          tenant_id: string;
          updated_at: string;
        };
        Insert: {
          carrier: string;
          carrier_reference?: string | null;
          cash?: number | null;
          collects?: boolean;
          created_at?: string;
          created_by?: string | null;
          district_id?: string | null;
          looked_at?: string | null;
          problem?: JsonColumn<'carrier_bookings.problem'> | null;
          reference?: never;
          round?: number;
          shipment_id: string;
          state?: Database['public']['Enums']['carrier_booking_state'];
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          carrier?: string;
          carrier_reference?: string | null;
          cash?: number | null;
          collects?: boolean;
          created_at?: string;
          created_by?: string | null;
          district_id?: string | null;
          looked_at?: string | null;
          problem?: JsonColumn<'carrier_bookings.problem'> | null;
          reference?: never;
          round?: number;
          shipment_id?: string;
          state?: Database['public']['Enums']['carrier_booking_state'];
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'carrier_bookings_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: true;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      carrier_claims: {
        Row: {
          amount: number;
          answered_at: string | null;
          claimed_at: string | null;
          created_at: string;
          due_on: string;
          id: string;
          note: string;
          received: number | null;
          reference: string;
          shipment_id: string;
          state: Database['public']['Enums']['claim_state'];
          tenant_id: string;
          updated_at: string;
          is_overdue: boolean;
        };
        Insert: {
          amount: number;
          answered_at?: string | null;
          claimed_at?: string | null;
          created_at?: string;
          due_on?: string;
          id?: string;
          note?: string;
          received?: number | null;
          reference?: string;
          shipment_id: string;
          state?: Database['public']['Enums']['claim_state'];
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          amount?: number;
          answered_at?: string | null;
          claimed_at?: string | null;
          created_at?: string;
          due_on?: string;
          id?: string;
          note?: string;
          received?: number | null;
          reference?: string;
          shipment_id?: string;
          state?: Database['public']['Enums']['claim_state'];
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'carrier_claims_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: true;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      carrier_pickups: {
        Row: {
          carrier: string;
          carrier_reference: string | null;
          created_at: string;
          created_by: string | null;
          day: string;
          id: string;
          tenant_id: string;
        };
        Insert: {
          carrier: string;
          carrier_reference?: string | null;
          created_at?: string;
          created_by?: string | null;
          day: string;
          id?: string;
          tenant_id: string;
        };
        Update: {
          carrier?: string;
          carrier_reference?: string | null;
          created_at?: string;
          created_by?: string | null;
          day?: string;
          id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'carrier_pickups_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      categories: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          image: string | null;
          name: string;
          old_paths: string[];
          page_slugs: JsonColumn<'categories.page_slugs'>;
          slug: string | null;
          tenant_id: string;
          translations: JsonColumn<'categories.translations'>;
          updated_at: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          image?: string | null;
          name: string;
          old_paths?: string[];
          page_slugs?: JsonColumn<'categories.page_slugs'>;
          slug?: string | null;
          tenant_id: string;
          translations?: JsonColumn<'categories.translations'>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          image?: string | null;
          name?: string;
          old_paths?: string[];
          page_slugs?: JsonColumn<'categories.page_slugs'>;
          slug?: string | null;
          tenant_id?: string;
          translations?: JsonColumn<'categories.translations'>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'categories_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      conversation_staff_facts: {
        Row: {
          answered_at: string | null;
          conversation_id: string;
          search_text: string;
          tenant_id: string;
          unread_by_staff: number;
        };
        Insert: {
          answered_at?: string | null;
          conversation_id: string;
          search_text: string;
          tenant_id: string;
          unread_by_staff?: number;
        };
        Update: {
          answered_at?: string | null;
          conversation_id?: string;
          search_text?: string;
          tenant_id?: string;
          unread_by_staff?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'conversation_staff_facts_tenant_id_conversation_id_fkey';
            columns: ['tenant_id', 'conversation_id'];
            isOneToOne: true;
            referencedRelation: 'conversations';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      conversations: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          is_open: boolean;
          kind: Database['public']['Enums']['conversation_kind'];
          language: string | null;
          last_message_at: string;
          name: string;
          subject: string;
          tenant_id: string;
          unread_by_shopper: number;
          user_id: string | null;
        };
        Insert: {
          created_at?: string;
          email?: string;
          id?: string;
          is_open?: boolean;
          kind: Database['public']['Enums']['conversation_kind'];
          language?: string | null;
          last_message_at?: string;
          name?: string;
          subject?: string;
          tenant_id: string;
          unread_by_shopper?: number;
          user_id?: string | null;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          is_open?: boolean;
          kind?: Database['public']['Enums']['conversation_kind'];
          language?: string | null;
          last_message_at?: string;
          name?: string;
          subject?: string;
          tenant_id?: string;
          unread_by_shopper?: number;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'conversations_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversations_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      customer_records: {
        Row: {
          blocked_reason: string | null;
          created_at: string;
          id: string;
          note: string;
          tags: string[];
          tenant_id: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        Insert: {
          blocked_reason?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          tags?: string[];
          tenant_id: string;
          updated_at?: string;
          user_id: string;
          version?: number;
        };
        Update: {
          blocked_reason?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          tags?: string[];
          tenant_id?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_records_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      customizations: {
        Row: {
          created_at: string;
          design: JsonColumn<'customizations.design'>;
          garment: string;
          id: string;
          image_count: number;
          name: string;
          preview: string | null;
          price: number | null;
          print_files: JsonColumn<'customizations.print_files'>;
          product_id: string | null;
          tenant_id: string;
          text_count: number;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          design: JsonColumn<'customizations.design'>;
          garment?: never;
          id?: string;
          image_count?: never;
          name?: string;
          preview?: string | null;
          price?: number | null;
          print_files?: JsonColumn<'customizations.print_files'>;
          product_id?: string | null;
          tenant_id: string;
          text_count?: never;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          design?: JsonColumn<'customizations.design'>;
          garment?: never;
          id?: string;
          image_count?: never;
          name?: string;
          preview?: string | null;
          price?: number | null;
          print_files?: JsonColumn<'customizations.print_files'>;
          product_id?: string | null;
          tenant_id?: string;
          text_count?: never;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'customizations_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'customizations_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      day_close_acts: {
        Row: {
          actor_id: string;
          amount: number;
          day: string;
          entries: number;
          kind: Database['public']['Enums']['payment_entry_kind'];
          tenant_id: string;
        };
        Insert: {
          actor_id: string;
          amount: number;
          day: string;
          entries: number;
          kind: Database['public']['Enums']['payment_entry_kind'];
          tenant_id: string;
        };
        Update: {
          actor_id?: string;
          amount?: number;
          day?: string;
          entries?: number;
          kind?: Database['public']['Enums']['payment_entry_kind'];
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'day_close_acts_tenant_id_day_fkey';
            columns: ['tenant_id', 'day'];
            isOneToOne: false;
            referencedRelation: 'day_closes';
            referencedColumns: ['tenant_id', 'day'];
          },
        ];
      };
      day_close_lines: {
        Row: {
          came: number;
          counted: number | null;
          day: string;
          expected: number;
          fees: number;
          held: number | null;
          method: string;
          name: string;
          note: string;
          place: Database['public']['Enums']['money_place'];
          tenant_id: string;
          went: number;
        };
        Insert: {
          came: number;
          counted?: number | null;
          day: string;
          expected: number;
          fees: number;
          held?: number | null;
          method: string;
          name: string;
          note?: string;
          place: Database['public']['Enums']['money_place'];
          tenant_id: string;
          went: number;
        };
        Update: {
          came?: number;
          counted?: number | null;
          day?: string;
          expected?: number;
          fees?: number;
          held?: number | null;
          method?: string;
          name?: string;
          note?: string;
          place?: Database['public']['Enums']['money_place'];
          tenant_id?: string;
          went?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'day_close_lines_tenant_id_day_fkey';
            columns: ['tenant_id', 'day'];
            isOneToOne: false;
            referencedRelation: 'day_closes';
            referencedColumns: ['tenant_id', 'day'];
          },
        ];
      };
      day_closes: {
        Row: {
          closed_at: string;
          closed_by: string | null;
          day: string;
          id: string;
          is_opening: boolean;
          note: string;
          payment_differences: number;
          statement_differences: number;
          tenant_id: string;
          closer: string;
        };
        Insert: {
          closed_at?: string;
          closed_by?: string | null;
          day: string;
          id?: string;
          is_opening?: boolean;
          note?: string;
          payment_differences?: number;
          statement_differences?: number;
          tenant_id: string;
        };
        Update: {
          closed_at?: string;
          closed_by?: string | null;
          day?: string;
          id?: string;
          is_opening?: boolean;
          note?: string;
          payment_differences?: number;
          statement_differences?: number;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'day_closes_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      delivery_bookings: {
        Row: {
          booked: number;
          day: string;
          slot_id: string;
          tenant_id: string;
        };
        Insert: {
          booked?: number;
          day: string;
          slot_id: string;
          tenant_id: string;
        };
        Update: {
          booked?: number;
          day?: string;
          slot_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'delivery_bookings_tenant_id_slot_id_fkey';
            columns: ['tenant_id', 'slot_id'];
            isOneToOne: false;
            referencedRelation: 'delivery_slots';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      delivery_slots: {
        Row: {
          capacity: number | null;
          created_at: string;
          cut_off_hours: number;
          day_of_week: number;
          from_time: string;
          id: string;
          is_active: boolean;
          tenant_id: string;
          to_time: string;
          updated_at: string;
          version: number;
          zone_id: string | null;
        };
        Insert: {
          capacity?: number | null;
          created_at?: string;
          cut_off_hours?: number;
          day_of_week: number;
          from_time: string;
          id?: string;
          is_active?: boolean;
          tenant_id: string;
          to_time: string;
          updated_at?: string;
          version?: number;
          zone_id?: string | null;
        };
        Update: {
          capacity?: number | null;
          created_at?: string;
          cut_off_hours?: number;
          day_of_week?: number;
          from_time?: string;
          id?: string;
          is_active?: boolean;
          tenant_id?: string;
          to_time?: string;
          updated_at?: string;
          version?: number;
          zone_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'delivery_slots_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'delivery_slots_tenant_id_zone_id_fkey';
            columns: ['tenant_id', 'zone_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_zones';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      discount_uses: {
        Row: {
          amount: number;
          created_at: string;
          discount_id: string;
          order_id: string;
          tenant_id: string;
          user_id: string | null;
        };
        Insert: {
          amount: number;
          created_at?: string;
          discount_id: string;
          order_id: string;
          tenant_id: string;
          user_id?: string | null;
        };
        Update: {
          amount?: number;
          created_at?: string;
          discount_id?: string;
          order_id?: string;
          tenant_id?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'discount_uses_tenant_id_discount_id_fkey';
            columns: ['tenant_id', 'discount_id'];
            isOneToOne: false;
            referencedRelation: 'discounts';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'discount_uses_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      discounts: {
        Row: {
          code: string;
          created_at: string;
          description: string;
          ends_at: string | null;
          id: string;
          is_active: boolean;
          is_public: boolean;
          kind: Database['public']['Enums']['discount_kind'];
          minimum_subtotal: number;
          per_person_limit: number | null;
          starts_at: string | null;
          tenant_id: string;
          total_limit: number | null;
          translations: JsonColumn<'discounts.translations'>;
          updated_at: string;
          user_id: string | null;
          value: number;
          version: number;
        };
        Insert: {
          code: string;
          created_at?: string;
          description?: string;
          ends_at?: string | null;
          id?: string;
          is_active?: boolean;
          is_public?: boolean;
          kind?: Database['public']['Enums']['discount_kind'];
          minimum_subtotal?: number;
          per_person_limit?: number | null;
          starts_at?: string | null;
          tenant_id: string;
          total_limit?: number | null;
          translations?: JsonColumn<'discounts.translations'>;
          updated_at?: string;
          user_id?: string | null;
          value?: number;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          description?: string;
          ends_at?: string | null;
          id?: string;
          is_active?: boolean;
          is_public?: boolean;
          kind?: Database['public']['Enums']['discount_kind'];
          minimum_subtotal?: number;
          per_person_limit?: number | null;
          starts_at?: string | null;
          tenant_id?: string;
          total_limit?: number | null;
          translations?: JsonColumn<'discounts.translations'>;
          updated_at?: string;
          user_id?: string | null;
          value?: number;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'discounts_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'discounts_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      districts: {
        Row: {
          governorate: Database['public']['Enums']['governorate'];
          id: string;
          keys: string[];
          name: string;
          name_ar: string;
          other_names: string[];
        };
        Insert: {
          governorate: Database['public']['Enums']['governorate'];
          id: string;
          keys?: never;
          name: string;
          name_ar: string;
          other_names?: string[];
        };
        Update: {
          governorate?: Database['public']['Enums']['governorate'];
          id?: string;
          keys?: never;
          name?: string;
          name_ar?: string;
          other_names?: string[];
        };
        Relationships: [];
      };
      exchange_allowances: {
        Row: {
          exchange_allowed: string;
          return_id: string;
          tenant_id: string;
        };
        Insert: {
          exchange_allowed: string;
          return_id: string;
          tenant_id: string;
        };
        Update: {
          exchange_allowed?: string;
          return_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'exchange_allowances_tenant_id_return_id_fkey';
            columns: ['tenant_id', 'return_id'];
            isOneToOne: true;
            referencedRelation: 'returns';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      faq_questions: {
        Row: {
          answer: string;
          created_at: string;
          id: string;
          position: number;
          question: string;
          tenant_id: string;
          translations: JsonColumn<'faq_questions.translations'>;
          updated_at: string;
          version: number;
        };
        Insert: {
          answer: string;
          created_at?: string;
          id?: string;
          position?: number;
          question: string;
          tenant_id: string;
          translations?: JsonColumn<'faq_questions.translations'>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          answer?: string;
          created_at?: string;
          id?: string;
          position?: number;
          question?: string;
          tenant_id?: string;
          translations?: JsonColumn<'faq_questions.translations'>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'faq_questions_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      handover_scans: {
        Row: {
          carrier_name: string;
          scanned_at: string;
          scanned_by: string;
          shipment_id: string;
          tenant_id: string;
        };
        Insert: {
          carrier_name?: string;
          scanned_at?: string;
          scanned_by?: string;
          shipment_id: string;
          tenant_id: string;
        };
        Update: {
          carrier_name?: string;
          scanned_at?: string;
          scanned_by?: string;
          shipment_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'handover_scans_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: true;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      import_columns: {
        Row: {
          columns: JsonColumn<'import_columns.columns'>;
          created_at: string;
          headings: string;
          headings_key: string;
          id: string;
          kind: string;
          tenant_id: string;
          updated_at: string;
        };
        Insert: {
          columns: JsonColumn<'import_columns.columns'>;
          created_at?: string;
          headings: string;
          headings_key?: never;
          id?: string;
          kind?: string;
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          columns?: JsonColumn<'import_columns.columns'>;
          created_at?: string;
          headings?: string;
          headings_key?: never;
          id?: string;
          kind?: string;
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'import_columns_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      imported_customers: {
        Row: {
          address: JsonColumn<'imported_customers.address'>;
          contact: string;
          created_at: string;
          email: string;
          email_consent: Database['public']['Enums']['marketing_consent'];
          email_consent_at: string | null;
          id: string;
          import_id: string;
          name: string;
          note: string;
          phone: string;
          search_text: string;
          sms_consent: Database['public']['Enums']['marketing_consent'];
          sms_consent_at: string | null;
          source: Database['public']['Enums']['import_source'];
          tags: string[];
          tenant_id: string;
          user_id: string | null;
        };
        Insert: {
          address?: JsonColumn<'imported_customers.address'>;
          contact?: never;
          created_at?: string;
          email?: string;
          email_consent?: Database['public']['Enums']['marketing_consent'];
          email_consent_at?: string | null;
          id?: string;
          import_id: string;
          name?: string;
          note?: string;
          phone?: string;
          search_text?: never;
          sms_consent?: Database['public']['Enums']['marketing_consent'];
          sms_consent_at?: string | null;
          source: Database['public']['Enums']['import_source'];
          tags?: string[];
          tenant_id: string;
          user_id?: string | null;
        };
        Update: {
          address?: JsonColumn<'imported_customers.address'>;
          contact?: never;
          created_at?: string;
          email?: string;
          email_consent?: Database['public']['Enums']['marketing_consent'];
          email_consent_at?: string | null;
          id?: string;
          import_id?: string;
          name?: string;
          note?: string;
          phone?: string;
          search_text?: never;
          sms_consent?: Database['public']['Enums']['marketing_consent'];
          sms_consent_at?: string | null;
          source?: Database['public']['Enums']['import_source'];
          tags?: string[];
          tenant_id?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'imported_customers_tenant_id_import_id_fkey';
            columns: ['tenant_id', 'import_id'];
            isOneToOne: false;
            referencedRelation: 'store_imports';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'imported_customers_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      imported_orders: {
        Row: {
          import_id: string;
          old_number: string;
          order_id: string;
          source: Database['public']['Enums']['import_source'];
          tenant_id: string;
        };
        Insert: {
          import_id: string;
          old_number: string;
          order_id: string;
          source: Database['public']['Enums']['import_source'];
          tenant_id: string;
        };
        Update: {
          import_id?: string;
          old_number?: string;
          order_id?: string;
          source?: Database['public']['Enums']['import_source'];
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'imported_orders_tenant_id_import_id_fkey';
            columns: ['tenant_id', 'import_id'];
            isOneToOne: false;
            referencedRelation: 'store_imports';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'imported_orders_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      invoice_addresses: {
        Row: {
          address: JsonColumn<'invoice_addresses.address'>;
          invoice_id: string;
          tenant_id: string;
        };
        Insert: {
          address: JsonColumn<'invoice_addresses.address'>;
          invoice_id: string;
          tenant_id: string;
        };
        Update: {
          address?: JsonColumn<'invoice_addresses.address'>;
          invoice_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'invoice_addresses_tenant_id_invoice_id_fkey';
            columns: ['tenant_id', 'invoice_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      invoice_lines: {
        Row: {
          amount: number;
          discount: number;
          garment: string | null;
          id: string;
          invoice_id: string;
          kind: Database['public']['Enums']['refund_line_kind'];
          name: string;
          options: JsonColumn<'invoice_lines.options'>;
          order_line_id: string | null;
          position: number;
          quantity: number | null;
          sku: string | null;
          tax: number;
          tax_rate: number;
          tenant_id: string;
          translations: JsonColumn<'invoice_lines.translations'>;
          unit_price: number | null;
        };
        Insert: {
          amount: number;
          discount?: number;
          garment?: string | null;
          id?: string;
          invoice_id: string;
          kind: Database['public']['Enums']['refund_line_kind'];
          name?: string;
          options?: JsonColumn<'invoice_lines.options'>;
          order_line_id?: string | null;
          position: number;
          quantity?: number | null;
          sku?: string | null;
          tax: number;
          tax_rate: number;
          tenant_id: string;
          translations?: JsonColumn<'invoice_lines.translations'>;
          unit_price?: number | null;
        };
        Update: {
          amount?: number;
          discount?: number;
          garment?: string | null;
          id?: string;
          invoice_id?: string;
          kind?: Database['public']['Enums']['refund_line_kind'];
          name?: string;
          options?: JsonColumn<'invoice_lines.options'>;
          order_line_id?: string | null;
          position?: number;
          quantity?: number | null;
          sku?: string | null;
          tax?: number;
          tax_rate?: number;
          tenant_id?: string;
          translations?: JsonColumn<'invoice_lines.translations'>;
          unit_price?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'invoice_lines_tenant_id_invoice_id_fkey';
            columns: ['tenant_id', 'invoice_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'invoice_lines_tenant_id_order_line_id_fkey';
            columns: ['tenant_id', 'order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      invoices: {
        Row: {
          buyer: JsonColumn<'invoices.buyer'>;
          code: string;
          corrects_id: string | null;
          id: string;
          issued_at: string;
          kind: Database['public']['Enums']['invoice_kind'];
          language: string | null;
          number: number;
          order_id: string;
          order_number: string;
          seller: JsonColumn<'invoices.seller'>;
          tax: number;
          tenant_id: string;
          total: number;
          year: number;
          shown_buyer: JsonColumn<'invoices.shown_buyer'>;
        };
        Insert: {
          buyer: JsonColumn<'invoices.buyer'>;
          code?: never;
          corrects_id?: string | null;
          id?: string;
          issued_at: string;
          kind: Database['public']['Enums']['invoice_kind'];
          language?: string | null;
          number: number;
          order_id: string;
          order_number: string;
          seller: JsonColumn<'invoices.seller'>;
          tax: number;
          tenant_id: string;
          total: number;
          year: number;
        };
        Update: {
          buyer?: JsonColumn<'invoices.buyer'>;
          code?: never;
          corrects_id?: string | null;
          id?: string;
          issued_at?: string;
          kind?: Database['public']['Enums']['invoice_kind'];
          language?: string | null;
          number?: number;
          order_id?: string;
          order_number?: string;
          seller?: JsonColumn<'invoices.seller'>;
          tax?: number;
          tenant_id?: string;
          total?: number;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'invoices_tenant_id_corrects_id_fkey';
            columns: ['tenant_id', 'corrects_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'invoices_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      mentions: {
        Row: {
          created_at: string;
          event_id: string;
          seen_at: string | null;
          tenant_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          event_id: string;
          seen_at?: string | null;
          tenant_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          event_id?: string;
          seen_at?: string | null;
          tenant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'mentions_tenant_id_event_id_fkey';
            columns: ['tenant_id', 'event_id'];
            isOneToOne: false;
            referencedRelation: 'order_events';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      message_mails: {
        Row: {
          error: string;
          failed_at: string | null;
          message_id: string;
          sent_at: string | null;
          tenant_id: string;
        };
        Insert: {
          error?: string;
          failed_at?: string | null;
          message_id: string;
          sent_at?: string | null;
          tenant_id: string;
        };
        Update: {
          error?: string;
          failed_at?: string | null;
          message_id?: string;
          sent_at?: string | null;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'message_mails_tenant_id_message_id_fkey';
            columns: ['tenant_id', 'message_id'];
            isOneToOne: true;
            referencedRelation: 'messages';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      message_texts: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          key: string;
          language: string;
          tenant_id: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          key: string;
          language: string;
          tenant_id: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          key?: string;
          language?: string;
          tenant_id?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'message_texts_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      messages: {
        Row: {
          body: string;
          conversation_id: string;
          created_at: string;
          id: string;
          sender: Database['public']['Enums']['message_sender'];
          tenant_id: string;
          user_id: string | null;
        };
        Insert: {
          body: string;
          conversation_id: string;
          created_at?: string;
          id?: string;
          sender: Database['public']['Enums']['message_sender'];
          tenant_id: string;
          user_id?: string | null;
        };
        Update: {
          body?: string;
          conversation_id?: string;
          created_at?: string;
          id?: string;
          sender?: Database['public']['Enums']['message_sender'];
          tenant_id?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'messages_tenant_id_conversation_id_fkey';
            columns: ['tenant_id', 'conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      notification_opt_outs: {
        Row: {
          channel: Database['public']['Enums']['notification_channel'];
          created_at: string;
          id: string;
          recipient: string | null;
          tenant_id: string;
          user_id: string | null;
        };
        Insert: {
          channel: Database['public']['Enums']['notification_channel'];
          created_at?: string;
          id?: string;
          recipient?: string | null;
          tenant_id: string;
          user_id?: string | null;
        };
        Update: {
          channel?: Database['public']['Enums']['notification_channel'];
          created_at?: string;
          id?: string;
          recipient?: string | null;
          tenant_id?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'notification_opt_outs_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notification_opt_outs_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      offer_uses: {
        Row: {
          amount: number;
          created_at: string;
          name: string;
          offer_id: string;
          order_id: string;
          tenant_id: string;
          translations: JsonColumn<'offer_uses.translations'>;
          user_id: string | null;
        };
        Insert: {
          amount: number;
          created_at?: string;
          name: string;
          offer_id: string;
          order_id: string;
          tenant_id: string;
          translations?: JsonColumn<'offer_uses.translations'>;
          user_id?: string | null;
        };
        Update: {
          amount?: number;
          created_at?: string;
          name?: string;
          offer_id?: string;
          order_id?: string;
          tenant_id?: string;
          translations?: JsonColumn<'offer_uses.translations'>;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'offer_uses_tenant_id_offer_id_fkey';
            columns: ['tenant_id', 'offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'offer_uses_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      offers: {
        Row: {
          audience: Database['public']['Enums']['offer_audience'];
          budget: number | null;
          category_ids: string[];
          created_at: string;
          ends_at: string | null;
          id: string;
          is_active: boolean;
          kind: Database['public']['Enums']['offer_kind'];
          margin_percent: number | null;
          minimum_amount: number;
          minimum_pieces: number;
          name: string;
          per_person_limit: number | null;
          product_ids: string[];
          reduced_pieces: number | null;
          set_size: number | null;
          starts_at: string | null;
          tenant_id: string;
          total_limit: number | null;
          translations: JsonColumn<'offers.translations'>;
          updated_at: string;
          value: number;
          version: number;
          weekdays: number[];
          with_codes: boolean;
        };
        Insert: {
          audience?: Database['public']['Enums']['offer_audience'];
          budget?: number | null;
          category_ids?: string[];
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          is_active?: boolean;
          kind?: Database['public']['Enums']['offer_kind'];
          margin_percent?: number | null;
          minimum_amount?: number;
          minimum_pieces?: number;
          name: string;
          per_person_limit?: number | null;
          product_ids?: string[];
          reduced_pieces?: number | null;
          set_size?: number | null;
          starts_at?: string | null;
          tenant_id: string;
          total_limit?: number | null;
          translations?: JsonColumn<'offers.translations'>;
          updated_at?: string;
          value?: number;
          version?: number;
          weekdays?: number[];
          with_codes?: boolean;
        };
        Update: {
          audience?: Database['public']['Enums']['offer_audience'];
          budget?: number | null;
          category_ids?: string[];
          created_at?: string;
          ends_at?: string | null;
          id?: string;
          is_active?: boolean;
          kind?: Database['public']['Enums']['offer_kind'];
          margin_percent?: number | null;
          minimum_amount?: number;
          minimum_pieces?: number;
          name?: string;
          per_person_limit?: number | null;
          product_ids?: string[];
          reduced_pieces?: number | null;
          set_size?: number | null;
          starts_at?: string | null;
          tenant_id?: string;
          total_limit?: number | null;
          translations?: JsonColumn<'offers.translations'>;
          updated_at?: string;
          value?: number;
          version?: number;
          weekdays?: number[];
          with_codes?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'offers_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      opening_alerts: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          language: string;
          tenant_id: string;
        };
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          language?: string;
          tenant_id: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          language?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'opening_alerts_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      order_addresses: {
        Row: {
          address: JsonColumn<'order_addresses.address'>;
          order_id: string;
          tenant_id: string;
        };
        Insert: {
          address: JsonColumn<'order_addresses.address'>;
          order_id: string;
          tenant_id: string;
        };
        Update: {
          address?: JsonColumn<'order_addresses.address'>;
          order_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_addresses_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_calls: {
        Row: {
          called_at: string;
          called_by: string | null;
          id: string;
          next_at: string | null;
          note: string;
          order_id: string;
          outcome: Database['public']['Enums']['call_outcome'];
          tenant_id: string;
        };
        Insert: {
          called_at?: string;
          called_by?: string | null;
          id?: string;
          next_at?: string | null;
          note?: string;
          order_id: string;
          outcome: Database['public']['Enums']['call_outcome'];
          tenant_id: string;
        };
        Update: {
          called_at?: string;
          called_by?: string | null;
          id?: string;
          next_at?: string | null;
          note?: string;
          order_id?: string;
          outcome?: Database['public']['Enums']['call_outcome'];
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_calls_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_drafts: {
        Row: {
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          customer_email: string;
          customer_name: string;
          document: JsonColumn<'order_drafts.document'>;
          expires_at: string;
          id: string;
          order_id: string | null;
          paid_at: string | null;
          phone: string;
          pieces: number;
          prices: JsonColumn<'order_drafts.prices'>;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
          draft_reserved_until: string;
          draft_state: Database['public']['Enums']['order_draft_state'];
        };
        Insert: {
          cancelled_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_email?: string;
          customer_name?: string;
          document: JsonColumn<'order_drafts.document'>;
          expires_at: string;
          id?: string;
          order_id?: string | null;
          paid_at?: string | null;
          phone?: string;
          pieces: number;
          prices: JsonColumn<'order_drafts.prices'>;
          tenant_id: string;
          total: number;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          cancelled_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_email?: string;
          customer_name?: string;
          document?: JsonColumn<'order_drafts.document'>;
          expires_at?: string;
          id?: string;
          order_id?: string | null;
          paid_at?: string | null;
          phone?: string;
          pieces?: number;
          prices?: JsonColumn<'order_drafts.prices'>;
          tenant_id?: string;
          total?: number;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_drafts_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_drafts_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_drafts_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      order_edit_addresses: {
        Row: {
          address: JsonColumn<'order_edit_addresses.address'>;
          edit_id: string;
          tenant_id: string;
        };
        Insert: {
          address: JsonColumn<'order_edit_addresses.address'>;
          edit_id: string;
          tenant_id: string;
        };
        Update: {
          address?: JsonColumn<'order_edit_addresses.address'>;
          edit_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_edit_addresses_tenant_id_edit_id_fkey';
            columns: ['tenant_id', 'edit_id'];
            isOneToOne: false;
            referencedRelation: 'order_edits';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_edit_staff_facts: {
        Row: {
          agreed_at: string | null;
          agreed_how: string | null;
          agreed_with: string;
          decided_by: string | null;
          edit_id: string;
          proposed_by: string | null;
          tenant_id: string;
        };
        Insert: {
          agreed_at?: string | null;
          agreed_how?: string | null;
          agreed_with?: string;
          decided_by?: string | null;
          edit_id: string;
          proposed_by?: string | null;
          tenant_id: string;
        };
        Update: {
          agreed_at?: string | null;
          agreed_how?: string | null;
          agreed_with?: string;
          decided_by?: string | null;
          edit_id?: string;
          proposed_by?: string | null;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_edit_staff_facts_tenant_id_edit_id_fkey';
            columns: ['tenant_id', 'edit_id'];
            isOneToOne: true;
            referencedRelation: 'order_edits';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_edit_transitions: {
        Row: {
          by_shopper: boolean;
          by_staff: boolean;
          by_staff_for_shopper: boolean;
          from_state: Database['public']['Enums']['order_edit_state'];
          to_state: Database['public']['Enums']['order_edit_state'];
        };
        Insert: {
          by_shopper: boolean;
          by_staff: boolean;
          by_staff_for_shopper: boolean;
          from_state: Database['public']['Enums']['order_edit_state'];
          to_state: Database['public']['Enums']['order_edit_state'];
        };
        Update: {
          by_shopper?: boolean;
          by_staff?: boolean;
          by_staff_for_shopper?: boolean;
          from_state?: Database['public']['Enums']['order_edit_state'];
          to_state?: Database['public']['Enums']['order_edit_state'];
        };
        Relationships: [];
      };
      order_edits: {
        Row: {
          added: JsonColumn<'order_edits.added'>;
          applied_at: string | null;
          changes: JsonColumn<'order_edits.changes'>;
          created_at: string;
          decided_at: string | null;
          difference: number;
          fee_difference: number;
          id: string;
          number: number;
          order_id: string;
          reason: string;
          state: Database['public']['Enums']['order_edit_state'];
          tenant_id: string;
          next_states: Database['public']['Enums']['order_edit_state'][];
          shown_changes: JsonColumn<'order_edits.shown_changes'>;
        };
        Insert: {
          added?: JsonColumn<'order_edits.added'>;
          applied_at?: string | null;
          changes: JsonColumn<'order_edits.changes'>;
          created_at?: string;
          decided_at?: string | null;
          difference?: number;
          fee_difference?: number;
          id?: string;
          number: number;
          order_id: string;
          reason?: string;
          state?: Database['public']['Enums']['order_edit_state'];
          tenant_id: string;
        };
        Update: {
          added?: JsonColumn<'order_edits.added'>;
          applied_at?: string | null;
          changes?: JsonColumn<'order_edits.changes'>;
          created_at?: string;
          decided_at?: string | null;
          difference?: number;
          fee_difference?: number;
          id?: string;
          number?: number;
          order_id?: string;
          reason?: string;
          state?: Database['public']['Enums']['order_edit_state'];
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_edits_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_event_actors: {
        Row: {
          actor_id: string;
          event_id: string;
          tenant_id: string;
        };
        Insert: {
          actor_id: string;
          event_id: string;
          tenant_id: string;
        };
        Update: {
          actor_id?: string;
          event_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_event_actors_tenant_id_event_id_fkey';
            columns: ['tenant_id', 'event_id'];
            isOneToOne: true;
            referencedRelation: 'order_events';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_events: {
        Row: {
          actor: string;
          created_at: string;
          from_status: Database['public']['Enums']['order_status'] | null;
          id: string;
          is_internal: boolean;
          note: string;
          order_id: string;
          pieces: JsonColumn<'order_events.pieces'> | null;
          remark: JsonColumn<'order_events.remark'> | null;
          tenant_id: string;
          to_status: Database['public']['Enums']['order_status'] | null;
        };
        Insert: {
          actor: string;
          created_at?: string;
          from_status?: Database['public']['Enums']['order_status'] | null;
          id?: string;
          is_internal?: boolean;
          note?: string;
          order_id: string;
          pieces?: JsonColumn<'order_events.pieces'> | null;
          remark?: JsonColumn<'order_events.remark'> | null;
          tenant_id: string;
          to_status?: Database['public']['Enums']['order_status'] | null;
        };
        Update: {
          actor?: string;
          created_at?: string;
          from_status?: Database['public']['Enums']['order_status'] | null;
          id?: string;
          is_internal?: boolean;
          note?: string;
          order_id?: string;
          pieces?: JsonColumn<'order_events.pieces'> | null;
          remark?: JsonColumn<'order_events.remark'> | null;
          tenant_id?: string;
          to_status?: Database['public']['Enums']['order_status'] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_events_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_lines: {
        Row: {
          cancelled: number;
          color: string | null;
          credited: number;
          customization: JsonColumn<'order_lines.customization'> | null;
          customization_id: string | null;
          delivered: number;
          discount_recounted: number;
          discount_share: number;
          edit_id: string | null;
          garment: string | null;
          has_design: boolean;
          id: string;
          image: string | null;
          kept: number;
          name: string;
          net: number;
          offer_share: number;
          offers: JsonColumn<'order_lines.offers'>;
          options: JsonColumn<'order_lines.options'>;
          order_id: string;
          packed: number;
          points_share: number;
          position: number;
          printed: number;
          product_id: string | null;
          quantity: number;
          returned: number;
          returned_to_sender: number;
          sent: number;
          size: string | null;
          sku: string | null;
          tax_rate: number;
          tax_share: number;
          tenant_id: string;
          to_print: number;
          total: number;
          translations: JsonColumn<'order_lines.translations'>;
          type: string | null;
          unit_price: number;
          variant_id: string | null;
          open_pieces: number;
          piece_code: string;
        };
        Insert: {
          cancelled?: number;
          color?: string | null;
          credited?: number;
          customization?: JsonColumn<'order_lines.customization'> | null;
          customization_id?: string | null;
          delivered?: number;
          discount_recounted?: number;
          discount_share?: number;
          edit_id?: string | null;
          garment?: string | null;
          has_design?: never;
          id?: string;
          image?: string | null;
          kept?: never;
          name: string;
          net?: never;
          offer_share?: number;
          offers?: JsonColumn<'order_lines.offers'>;
          options?: JsonColumn<'order_lines.options'>;
          order_id: string;
          packed?: number;
          points_share?: number;
          position: number;
          printed?: number;
          product_id?: string | null;
          quantity: number;
          returned?: number;
          returned_to_sender?: number;
          sent?: number;
          size?: string | null;
          sku?: string | null;
          tax_rate?: number;
          tax_share?: number;
          tenant_id: string;
          to_print?: never;
          total?: never;
          translations?: JsonColumn<'order_lines.translations'>;
          type?: string | null;
          unit_price: number;
          variant_id?: string | null;
        };
        Update: {
          cancelled?: number;
          color?: string | null;
          credited?: number;
          customization?: JsonColumn<'order_lines.customization'> | null;
          customization_id?: string | null;
          delivered?: number;
          discount_recounted?: number;
          discount_share?: number;
          edit_id?: string | null;
          garment?: string | null;
          has_design?: never;
          id?: string;
          image?: string | null;
          kept?: never;
          name?: string;
          net?: never;
          offer_share?: number;
          offers?: JsonColumn<'order_lines.offers'>;
          options?: JsonColumn<'order_lines.options'>;
          order_id?: string;
          packed?: number;
          points_share?: number;
          position?: number;
          printed?: number;
          product_id?: string | null;
          quantity?: number;
          returned?: number;
          returned_to_sender?: number;
          sent?: number;
          size?: string | null;
          sku?: string | null;
          tax_rate?: number;
          tax_share?: number;
          tenant_id?: string;
          to_print?: never;
          total?: never;
          translations?: JsonColumn<'order_lines.translations'>;
          type?: string | null;
          unit_price?: number;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_lines_edit';
            columns: ['tenant_id', 'edit_id'];
            isOneToOne: false;
            referencedRelation: 'order_edits';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_lines_tenant_id_customization_id_fkey';
            columns: ['tenant_id', 'customization_id'];
            isOneToOne: false;
            referencedRelation: 'customizations';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_lines_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_lines_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_lines_tenant_id_variant_id_fkey';
            columns: ['tenant_id', 'variant_id'];
            isOneToOne: false;
            referencedRelation: 'product_variants';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_notifications: {
        Row: {
          about_id: string | null;
          channel: Database['public']['Enums']['notification_channel'];
          created_at: string;
          delivered_at: string | null;
          documents: string[];
          error: string;
          event_id: string | null;
          expired_at: string | null;
          failed_at: string | null;
          fallback_of: string | null;
          held_at: string | null;
          id: string;
          kind: Database['public']['Enums']['order_notification_kind'];
          order_id: string;
          provider_reference: string | null;
          read_at: string | null;
          recipient: string;
          sent_at: string | null;
          state: string;
          tenant_id: string;
          to_stranger: boolean;
        };
        Insert: {
          about_id?: string | null;
          channel?: Database['public']['Enums']['notification_channel'];
          created_at?: string;
          delivered_at?: string | null;
          documents?: string[];
          error?: string;
          event_id?: string | null;
          expired_at?: string | null;
          failed_at?: string | null;
          fallback_of?: string | null;
          held_at?: string | null;
          id?: string;
          kind: Database['public']['Enums']['order_notification_kind'];
          order_id: string;
          provider_reference?: string | null;
          read_at?: string | null;
          recipient?: string;
          sent_at?: string | null;
          state?: never;
          tenant_id: string;
          to_stranger?: boolean;
        };
        Update: {
          about_id?: string | null;
          channel?: Database['public']['Enums']['notification_channel'];
          created_at?: string;
          delivered_at?: string | null;
          documents?: string[];
          error?: string;
          event_id?: string | null;
          expired_at?: string | null;
          failed_at?: string | null;
          fallback_of?: string | null;
          held_at?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['order_notification_kind'];
          order_id?: string;
          provider_reference?: string | null;
          read_at?: string | null;
          recipient?: string;
          sent_at?: string | null;
          state?: never;
          tenant_id?: string;
          to_stranger?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'order_notifications_tenant_id_event_id_fkey';
            columns: ['tenant_id', 'event_id'];
            isOneToOne: false;
            referencedRelation: 'order_events';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_notifications_tenant_id_fallback_of_fkey';
            columns: ['tenant_id', 'fallback_of'];
            isOneToOne: false;
            referencedRelation: 'order_notifications';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'order_notifications_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_staff_facts: {
        Row: {
          cash_overruled: string;
          manual_discount_reason: string;
          order_id: string;
          placed_by: string | null;
          search_text: string;
          tenant_id: string;
        };
        Insert: {
          cash_overruled?: string;
          manual_discount_reason?: string;
          order_id: string;
          placed_by?: string | null;
          search_text?: string;
          tenant_id: string;
        };
        Update: {
          cash_overruled?: string;
          manual_discount_reason?: string;
          order_id?: string;
          placed_by?: string | null;
          search_text?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_staff_facts_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      order_status_transitions: {
        Row: {
          by_shopper: boolean;
          by_staff: boolean;
          capability: string;
          from_status: Database['public']['Enums']['order_status'];
          needs_payment: boolean;
          takes_back: boolean;
          to_status: Database['public']['Enums']['order_status'];
        };
        Insert: {
          by_shopper?: boolean;
          by_staff?: boolean;
          capability: string;
          from_status: Database['public']['Enums']['order_status'];
          needs_payment?: boolean;
          takes_back?: boolean;
          to_status: Database['public']['Enums']['order_status'];
        };
        Update: {
          by_shopper?: boolean;
          by_staff?: boolean;
          capability?: string;
          from_status?: Database['public']['Enums']['order_status'];
          needs_payment?: boolean;
          takes_back?: boolean;
          to_status?: Database['public']['Enums']['order_status'];
        };
        Relationships: [];
      };
      order_statuses: {
        Row: {
          is_awaited: boolean;
          is_complete: boolean;
          is_set_by_people: boolean;
          is_void: boolean;
          status: Database['public']['Enums']['order_status'];
          step: number | null;
        };
        Insert: {
          is_awaited: boolean;
          is_complete: boolean;
          is_set_by_people: boolean;
          is_void: boolean;
          status: Database['public']['Enums']['order_status'];
          step?: number | null;
        };
        Update: {
          is_awaited?: boolean;
          is_complete?: boolean;
          is_set_by_people?: boolean;
          is_void?: boolean;
          status?: Database['public']['Enums']['order_status'];
          step?: number | null;
        };
        Relationships: [];
      };
      order_tags: {
        Row: {
          created_at: string;
          created_by: string | null;
          folded: string;
          id: string;
          order_id: string;
          tag: string;
          tenant_id: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          folded?: never;
          id?: string;
          order_id: string;
          tag: string;
          tenant_id: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          folded?: never;
          id?: string;
          order_id?: string;
          tag?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_tags_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      orders: {
        Row: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
          address: JsonColumn<'orders.address'>;
          askable_by_link: number;
          awaited_deposit: number;
          awaits_confirmation: boolean;
          closed_payments: string[];
          due_at_door: number;
          due_by_transfer: number;
          due_online: number;
          is_changeable: boolean;
          is_packable: boolean;
          next_statuses: Database['public']['Enums']['order_status'][];
          owes: number;
        };
        Insert: {
          at_carrier?: number;
          cash_reasons?: JsonColumn<'orders.cash_reasons'>;
          cash_requirement?: Database['public']['Enums']['cash_requirement'];
          channel?: Database['public']['Enums']['order_channel'];
          charged?: number;
          confirm_until?: string | null;
          confirmed_at?: string | null;
          confirmed_by?: string | null;
          cost?: never;
          created_at?: string;
          customer_email?: string;
          customer_name?: string;
          days_from?: number | null;
          days_to?: number | null;
          delivered_at?: string | null;
          deposit?: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code?: string | null;
          discount_id?: string | null;
          discount_total?: number;
          gift_credited?: number;
          gift_message?: string;
          gift_tax?: never;
          gift_total?: number;
          gift_wrapped?: boolean;
          given_back?: number;
          goodwill?: number;
          governorate?: never;
          hides_prices?: boolean;
          id?: string;
          imported_from?: Database['public']['Enums']['import_source'] | null;
          is_exchange?: boolean;
          is_test?: boolean;
          manual_discount?: number;
          note?: string;
          number: string;
          offer_total?: number;
          online_method?: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference?: string | null;
          payment_status?: Database['public']['Enums']['payment_status'];
          points_earned?: number;
          points_used?: number;
          points_value?: number;
          queues?: Database['public']['Enums']['order_queue'][];
          received?: number;
          replaces_order_id?: string | null;
          reserved_until?: string | null;
          shipping_credited?: number;
          shipping_difference?: number;
          shipping_method?: Database['public']['Enums']['shipping_method'];
          shipping_recounted?: number;
          shipping_tax?: never;
          shipping_total?: number;
          slot_date?: string | null;
          slot_from?: string | null;
          slot_id?: string | null;
          slot_to?: string | null;
          stage?: Database['public']['Enums']['order_stage'];
          status?: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate?: number;
          tenant_id: string;
          total: number;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          at_carrier?: number;
          cash_reasons?: JsonColumn<'orders.cash_reasons'>;
          cash_requirement?: Database['public']['Enums']['cash_requirement'];
          channel?: Database['public']['Enums']['order_channel'];
          charged?: number;
          confirm_until?: string | null;
          confirmed_at?: string | null;
          confirmed_by?: string | null;
          cost?: never;
          created_at?: string;
          customer_email?: string;
          customer_name?: string;
          days_from?: number | null;
          days_to?: number | null;
          delivered_at?: string | null;
          deposit?: number;
          destination?: JsonColumn<'orders.destination'>;
          discount_code?: string | null;
          discount_id?: string | null;
          discount_total?: number;
          gift_credited?: number;
          gift_message?: string;
          gift_tax?: never;
          gift_total?: number;
          gift_wrapped?: boolean;
          given_back?: number;
          goodwill?: number;
          governorate?: never;
          hides_prices?: boolean;
          id?: string;
          imported_from?: Database['public']['Enums']['import_source'] | null;
          is_exchange?: boolean;
          is_test?: boolean;
          manual_discount?: number;
          note?: string;
          number?: string;
          offer_total?: number;
          online_method?: string | null;
          payment_method?: Database['public']['Enums']['payment_method'];
          payment_reference?: string | null;
          payment_status?: Database['public']['Enums']['payment_status'];
          points_earned?: number;
          points_used?: number;
          points_value?: number;
          queues?: Database['public']['Enums']['order_queue'][];
          received?: number;
          replaces_order_id?: string | null;
          reserved_until?: string | null;
          shipping_credited?: number;
          shipping_difference?: number;
          shipping_method?: Database['public']['Enums']['shipping_method'];
          shipping_recounted?: number;
          shipping_tax?: never;
          shipping_total?: number;
          slot_date?: string | null;
          slot_from?: string | null;
          slot_id?: string | null;
          slot_to?: string | null;
          stage?: Database['public']['Enums']['order_stage'];
          status?: Database['public']['Enums']['order_status'];
          subtotal?: number;
          tax_rate?: number;
          tenant_id?: string;
          total?: number;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'orders_tenant_id_discount_id_fkey';
            columns: ['tenant_id', 'discount_id'];
            isOneToOne: false;
            referencedRelation: 'discounts';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'orders_tenant_id_replaces_order_id_fkey';
            columns: ['tenant_id', 'replaces_order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'orders_tenant_id_slot_id_fkey';
            columns: ['tenant_id', 'slot_id'];
            isOneToOne: false;
            referencedRelation: 'delivery_slots';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'orders_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      pay_link_messages: {
        Row: {
          channel: Database['public']['Enums']['notification_channel'] | null;
          created_at: string;
          created_by: string | null;
          error: string;
          failed_at: string | null;
          id: string;
          language: string | null;
          pay_link_id: string;
          recipient: string;
          sent_at: string | null;
          tenant_id: string;
        };
        Insert: {
          channel?: Database['public']['Enums']['notification_channel'] | null;
          created_at?: string;
          created_by?: string | null;
          error?: string;
          failed_at?: string | null;
          id?: string;
          language?: string | null;
          pay_link_id: string;
          recipient?: string;
          sent_at?: string | null;
          tenant_id: string;
        };
        Update: {
          channel?: Database['public']['Enums']['notification_channel'] | null;
          created_at?: string;
          created_by?: string | null;
          error?: string;
          failed_at?: string | null;
          id?: string;
          language?: string | null;
          pay_link_id?: string;
          recipient?: string;
          sent_at?: string | null;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'pay_link_messages_tenant_id_pay_link_id_fkey';
            columns: ['tenant_id', 'pay_link_id'];
            isOneToOne: false;
            referencedRelation: 'pay_links';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      pay_links: {
        Row: {
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          draft_id: string | null;
          expires_at: string;
          id: string;
          order_id: string | null;
          paid_at: string | null;
          part: number | null;
          received_before: number;
          tenant_id: string;
          updated_at: string;
          link_channels: Database['public']['Enums']['notification_channel'][];
          pay_link_state: Database['public']['Enums']['pay_link_state'];
        };
        Insert: {
          cancelled_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          draft_id?: string | null;
          expires_at: string;
          id?: string;
          order_id?: string | null;
          paid_at?: string | null;
          part?: number | null;
          received_before?: number;
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          cancelled_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          draft_id?: string | null;
          expires_at?: string;
          id?: string;
          order_id?: string | null;
          paid_at?: string | null;
          part?: number | null;
          received_before?: number;
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'pay_links_tenant_id_draft_id_fkey';
            columns: ['tenant_id', 'draft_id'];
            isOneToOne: false;
            referencedRelation: 'order_drafts';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'pay_links_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pay_links_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      payment_differences: {
        Row: {
          created_at: string;
          currency: string;
          expected: number | null;
          id: string;
          kind: Database['public']['Enums']['payment_difference_kind'];
          note: string;
          order_id: string | null;
          provider: string;
          resolved_at: string | null;
          resolved_by: string | null;
          stated: number | null;
          tenant_id: string;
          transaction_id: string;
        };
        Insert: {
          created_at?: string;
          currency?: string;
          expected?: number | null;
          id?: string;
          kind: Database['public']['Enums']['payment_difference_kind'];
          note?: string;
          order_id?: string | null;
          provider: string;
          resolved_at?: string | null;
          resolved_by?: string | null;
          stated?: number | null;
          tenant_id: string;
          transaction_id: string;
        };
        Update: {
          created_at?: string;
          currency?: string;
          expected?: number | null;
          id?: string;
          kind?: Database['public']['Enums']['payment_difference_kind'];
          note?: string;
          order_id?: string | null;
          provider?: string;
          resolved_at?: string | null;
          resolved_by?: string | null;
          stated?: number | null;
          tenant_id?: string;
          transaction_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_differences_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_differences_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      payment_entries: {
        Row: {
          actor_id: string | null;
          amount: number;
          created_at: string;
          edit_id: string | null;
          id: number;
          kind: Database['public']['Enums']['payment_entry_kind'];
          method: Database['public']['Enums']['payment_method'] | null;
          note: string;
          order_id: string;
          payment_id: string | null;
          reference: string;
          refund_id: string | null;
          return_id: string | null;
          settlement_id: string | null;
          shipment_id: string | null;
          tenant_id: string;
          transfer_digest: string | null;
        };
        Insert: {
          actor_id?: string | null;
          amount: number;
          created_at?: string;
          edit_id?: string | null;
          id?: never;
          kind: Database['public']['Enums']['payment_entry_kind'];
          method?: Database['public']['Enums']['payment_method'] | null;
          note?: string;
          order_id: string;
          payment_id?: string | null;
          reference?: string;
          refund_id?: string | null;
          return_id?: string | null;
          settlement_id?: string | null;
          shipment_id?: string | null;
          tenant_id: string;
          transfer_digest?: string | null;
        };
        Update: {
          actor_id?: string | null;
          amount?: number;
          created_at?: string;
          edit_id?: string | null;
          id?: never;
          kind?: Database['public']['Enums']['payment_entry_kind'];
          method?: Database['public']['Enums']['payment_method'] | null;
          note?: string;
          order_id?: string;
          payment_id?: string | null;
          reference?: string;
          refund_id?: string | null;
          return_id?: string | null;
          settlement_id?: string | null;
          shipment_id?: string | null;
          tenant_id?: string;
          transfer_digest?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_entries_tenant_id_edit_id_fkey';
            columns: ['tenant_id', 'edit_id'];
            isOneToOne: false;
            referencedRelation: 'order_edits';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_entries_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_entries_tenant_id_payment_id_fkey';
            columns: ['tenant_id', 'payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_entries_tenant_id_refund_id_fkey';
            columns: ['tenant_id', 'refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_entries_tenant_id_return_id_fkey';
            columns: ['tenant_id', 'return_id'];
            isOneToOne: false;
            referencedRelation: 'returns';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_entries_tenant_id_settlement_id_fkey';
            columns: ['tenant_id', 'settlement_id'];
            isOneToOne: false;
            referencedRelation: 'settlements';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_entries_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: false;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      payment_events: {
        Row: {
          created_at: string;
          id: string;
          kind: string;
          order_id: string;
          outcome: string;
          payment_id: string | null;
          tenant_id: string;
        };
        Insert: {
          created_at?: string;
          id: string;
          kind: string;
          order_id: string;
          outcome?: string;
          payment_id?: string | null;
          tenant_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          kind?: string;
          order_id?: string;
          outcome?: string;
          payment_id?: string | null;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_events_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payment_events_tenant_id_payment_id_fkey';
            columns: ['tenant_id', 'payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      payment_reports: {
        Row: {
          compared_at: string;
          created_by: string | null;
          day: string;
          differences: number;
          id: string;
          provider: string;
          source: Database['public']['Enums']['payment_report_source'];
          tenant_id: string;
          transactions: number;
        };
        Insert: {
          compared_at?: string;
          created_by?: string | null;
          day: string;
          differences: number;
          id?: string;
          provider: string;
          source: Database['public']['Enums']['payment_report_source'];
          tenant_id: string;
          transactions: number;
        };
        Update: {
          compared_at?: string;
          created_by?: string | null;
          day?: string;
          differences?: number;
          id?: string;
          provider?: string;
          source?: Database['public']['Enums']['payment_report_source'];
          tenant_id?: string;
          transactions?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_reports_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          amount: number;
          attempt: number;
          attempt_id: string | null;
          authorization_id: string | null;
          came_currency: string | null;
          capture_amount: number | null;
          created_at: string;
          currency: string;
          declined_at: string | null;
          expires_at: string;
          held_amount: number | null;
          held_until: string | null;
          id: string;
          integration: string | null;
          is_to_release: boolean;
          looked_at: string;
          method: string;
          order_id: string;
          paid_at: string | null;
          provider: string;
          received_amount: number | null;
          returned_amount: number;
          session_id: string | null;
          session_url: string | null;
          status: Database['public']['Enums']['provider_payment_status'];
          tenant_id: string;
          transaction_id: string | null;
          updated_at: string;
        };
        Insert: {
          amount: number;
          attempt?: number;
          attempt_id?: string | null;
          authorization_id?: string | null;
          came_currency?: string | null;
          capture_amount?: number | null;
          created_at?: string;
          currency?: string;
          declined_at?: string | null;
          expires_at: string;
          held_amount?: number | null;
          held_until?: string | null;
          id?: string;
          integration?: string | null;
          is_to_release?: boolean;
          looked_at?: string;
          method?: string;
          order_id: string;
          paid_at?: string | null;
          provider?: string;
          received_amount?: number | null;
          returned_amount?: number;
          session_id?: string | null;
          session_url?: string | null;
          status?: Database['public']['Enums']['provider_payment_status'];
          tenant_id: string;
          transaction_id?: string | null;
          updated_at?: string;
        };
        Update: {
          amount?: number;
          attempt?: number;
          attempt_id?: string | null;
          authorization_id?: string | null;
          came_currency?: string | null;
          capture_amount?: number | null;
          created_at?: string;
          currency?: string;
          declined_at?: string | null;
          expires_at?: string;
          held_amount?: number | null;
          held_until?: string | null;
          id?: string;
          integration?: string | null;
          is_to_release?: boolean;
          looked_at?: string;
          method?: string;
          order_id?: string;
          paid_at?: string | null;
          provider?: string;
          received_amount?: number | null;
          returned_amount?: number;
          session_id?: string | null;
          session_url?: string | null;
          status?: Database['public']['Enums']['provider_payment_status'];
          tenant_id?: string;
          transaction_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_tenant_id_attempt_id_fkey';
            columns: ['tenant_id', 'attempt_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'payments_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      point_entries: {
        Row: {
          created_at: string;
          delta: number;
          id: string;
          kind: Database['public']['Enums']['point_kind'];
          order_id: string | null;
          reason: string;
          tenant_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          delta: number;
          id?: string;
          kind: Database['public']['Enums']['point_kind'];
          order_id?: string | null;
          reason?: string;
          tenant_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          delta?: number;
          id?: string;
          kind?: Database['public']['Enums']['point_kind'];
          order_id?: string | null;
          reason?: string;
          tenant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'point_entries_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'point_entries_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      point_entry_actors: {
        Row: {
          actor_id: string;
          entry_id: string;
          tenant_id: string;
        };
        Insert: {
          actor_id: string;
          entry_id: string;
          tenant_id: string;
        };
        Update: {
          actor_id?: string;
          entry_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'point_entry_actors_tenant_id_entry_id_fkey';
            columns: ['tenant_id', 'entry_id'];
            isOneToOne: true;
            referencedRelation: 'point_entries';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      print_runs: {
        Row: {
          actor_id: string | null;
          created_at: string;
          id: string;
          order_line_id: string;
          quantity: number;
          reason: string;
          tenant_id: string;
          wasted: number;
        };
        Insert: {
          actor_id?: string | null;
          created_at?: string;
          id?: string;
          order_line_id: string;
          quantity: number;
          reason?: string;
          tenant_id: string;
          wasted?: number;
        };
        Update: {
          actor_id?: string | null;
          created_at?: string;
          id?: string;
          order_line_id?: string;
          quantity?: number;
          reason?: string;
          tenant_id?: string;
          wasted?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'print_runs_tenant_id_order_line_id_fkey';
            columns: ['tenant_id', 'order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      product_options: {
        Row: {
          kind: string;
          name: string;
          position: number;
          product_id: string;
          swatches: JsonColumn<'product_options.swatches'>;
          tenant_id: string;
          translations: JsonColumn<'product_options.translations'>;
          values: string[];
        };
        Insert: {
          kind: string;
          name: string;
          position: number;
          product_id: string;
          swatches?: JsonColumn<'product_options.swatches'>;
          tenant_id: string;
          translations?: JsonColumn<'product_options.translations'>;
          values: string[];
        };
        Update: {
          kind?: string;
          name?: string;
          position?: number;
          product_id?: string;
          swatches?: JsonColumn<'product_options.swatches'>;
          tenant_id?: string;
          translations?: JsonColumn<'product_options.translations'>;
          values?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'product_options_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      product_variants: {
        Row: {
          barcode: string | null;
          created_at: string;
          id: string;
          image: string | null;
          is_active: boolean;
          option1: string;
          option2: string;
          option3: string;
          original_price: number | null;
          position: number;
          price: number | null;
          product_id: string;
          sku: string | null;
          stock: number;
          tenant_id: string;
          updated_at: string;
          version: number;
          weight_grams: number | null;
        };
        Insert: {
          barcode?: string | null;
          created_at?: string;
          id?: string;
          image?: string | null;
          is_active?: boolean;
          option1?: string;
          option2?: string;
          option3?: string;
          original_price?: number | null;
          position?: number;
          price?: number | null;
          product_id: string;
          sku?: string | null;
          stock?: number;
          tenant_id: string;
          updated_at?: string;
          version?: number;
          weight_grams?: number | null;
        };
        Update: {
          barcode?: string | null;
          created_at?: string;
          id?: string;
          image?: string | null;
          is_active?: boolean;
          option1?: string;
          option2?: string;
          option3?: string;
          original_price?: number | null;
          position?: number;
          price?: number | null;
          product_id?: string;
          sku?: string | null;
          stock?: number;
          tenant_id?: string;
          updated_at?: string;
          version?: number;
          weight_grams?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'product_variants_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      products: {
        Row: {
          attributes: JsonColumn<'products.attributes'>;
          brand: string | null;
          category_id: string | null;
          color: string | null;
          colors: string[];
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          discount: number | null;
          featured: boolean;
          gender: string | null;
          genders: string[];
          id: string;
          image_alts: JsonColumn<'products.image_alts'>;
          images: JsonColumn<'products.images'>;
          is_active: boolean;
          is_new: boolean;
          material: string | null;
          materials: string[];
          max_price: number | null;
          min_price: number | null;
          name: string;
          old_paths: string[];
          on_sale: boolean;
          original_price: number | null;
          page_slugs: JsonColumn<'products.page_slugs'>;
          price: number | null;
          product_type: string | null;
          rating: number | null;
          restocks: boolean;
          review_count: number;
          search: unknown;
          search_text: string;
          seo_description: string | null;
          seo_title: string | null;
          size: string | null;
          sizes: string[];
          slug: string | null;
          stock: number;
          tags: string[];
          tenant_id: string;
          translations: JsonColumn<'products.translations'>;
          type: string | null;
          types: string[];
          unit: string | null;
          updated_at: string;
          version: number;
          videos: JsonColumn<'products.videos'>;
        };
        Insert: {
          attributes?: JsonColumn<'products.attributes'>;
          brand?: string | null;
          category_id?: string | null;
          color?: string | null;
          colors?: string[];
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          discount?: number | null;
          featured?: boolean;
          gender?: string | null;
          genders?: string[];
          id?: string;
          image_alts?: JsonColumn<'products.image_alts'>;
          images?: JsonColumn<'products.images'>;
          is_active?: boolean;
          is_new?: boolean;
          material?: string | null;
          materials?: string[];
          max_price?: number | null;
          min_price?: number | null;
          name: string;
          old_paths?: string[];
          on_sale?: boolean;
          original_price?: number | null;
          page_slugs?: JsonColumn<'products.page_slugs'>;
          price?: number | null;
          product_type?: string | null;
          rating?: number | null;
          restocks?: boolean;
          review_count?: number;
          search?: unknown;
          search_text?: string;
          seo_description?: string | null;
          seo_title?: string | null;
          size?: string | null;
          sizes?: string[];
          slug?: string | null;
          stock?: number;
          tags?: string[];
          tenant_id: string;
          translations?: JsonColumn<'products.translations'>;
          type?: string | null;
          types?: string[];
          unit?: string | null;
          updated_at?: string;
          version?: number;
          videos?: JsonColumn<'products.videos'>;
        };
        Update: {
          attributes?: JsonColumn<'products.attributes'>;
          brand?: string | null;
          category_id?: string | null;
          color?: string | null;
          colors?: string[];
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          discount?: number | null;
          featured?: boolean;
          gender?: string | null;
          genders?: string[];
          id?: string;
          image_alts?: JsonColumn<'products.image_alts'>;
          images?: JsonColumn<'products.images'>;
          is_active?: boolean;
          is_new?: boolean;
          material?: string | null;
          materials?: string[];
          max_price?: number | null;
          min_price?: number | null;
          name?: string;
          old_paths?: string[];
          on_sale?: boolean;
          original_price?: number | null;
          page_slugs?: JsonColumn<'products.page_slugs'>;
          price?: number | null;
          product_type?: string | null;
          rating?: number | null;
          restocks?: boolean;
          review_count?: number;
          search?: unknown;
          search_text?: string;
          seo_description?: string | null;
          seo_title?: string | null;
          size?: string | null;
          sizes?: string[];
          slug?: string | null;
          stock?: number;
          tags?: string[];
          tenant_id?: string;
          translations?: JsonColumn<'products.translations'>;
          type?: string | null;
          types?: string[];
          unit?: string | null;
          updated_at?: string;
          version?: number;
          videos?: JsonColumn<'products.videos'>;
        };
        Relationships: [
          {
            foreignKeyName: 'products_tenant_id_category_id_fkey';
            columns: ['tenant_id', 'category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'products_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      profile_phones: {
        Row: {
          phone: string;
          tenant_id: string;
          user_id: string;
        };
        Insert: {
          phone: string;
          tenant_id: string;
          user_id: string;
        };
        Update: {
          phone?: string;
          tenant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profile_phones_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      profile_staff_facts: {
        Row: {
          search_text: string;
          tenant_id: string;
          user_id: string;
        };
        Insert: {
          search_text: string;
          tenant_id: string;
          user_id: string;
        };
        Update: {
          search_text?: string;
          tenant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profile_staff_facts_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      profiles: {
        Row: {
          avatar: string | null;
          created_at: string;
          email: string;
          id: string;
          language: string | null;
          metadata: JsonColumn<'profiles.metadata'>;
          name: string | null;
          office_language: string;
          points: number;
          redeemed_points: number;
          store_credit: number;
          tenant_id: string;
          updated_at: string;
          phone: string;
        };
        Insert: {
          avatar?: string | null;
          created_at?: string;
          email?: string;
          id: string;
          language?: string | null;
          metadata?: never;
          name?: string | null;
          office_language?: string;
          points?: number;
          redeemed_points?: number;
          store_credit?: number;
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          avatar?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          language?: string | null;
          metadata?: never;
          name?: string | null;
          office_language?: string;
          points?: number;
          redeemed_points?: number;
          store_credit?: number;
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profiles_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      provider_payment_status_transitions: {
        Row: {
          from_status: Database['public']['Enums']['provider_payment_status'];
          to_status: Database['public']['Enums']['provider_payment_status'];
        };
        Insert: {
          from_status: Database['public']['Enums']['provider_payment_status'];
          to_status: Database['public']['Enums']['provider_payment_status'];
        };
        Update: {
          from_status?: Database['public']['Enums']['provider_payment_status'];
          to_status?: Database['public']['Enums']['provider_payment_status'];
        };
        Relationships: [];
      };
      provider_payment_statuses: {
        Row: {
          counts_as_paid: boolean;
          holds_money: boolean;
          is_mismatch: boolean;
          is_unfinished: boolean;
          status: Database['public']['Enums']['provider_payment_status'];
        };
        Insert: {
          counts_as_paid: boolean;
          holds_money: boolean;
          is_mismatch: boolean;
          is_unfinished: boolean;
          status: Database['public']['Enums']['provider_payment_status'];
        };
        Update: {
          counts_as_paid?: boolean;
          holds_money?: boolean;
          is_mismatch?: boolean;
          is_unfinished?: boolean;
          status?: Database['public']['Enums']['provider_payment_status'];
        };
        Relationships: [];
      };
      redirects: {
        Row: {
          category_id: string | null;
          created_at: string;
          path: string;
          product_id: string | null;
          tenant_id: string;
        };
        Insert: {
          category_id?: string | null;
          created_at?: string;
          path: string;
          product_id?: string | null;
          tenant_id: string;
        };
        Update: {
          category_id?: string | null;
          created_at?: string;
          path?: string;
          product_id?: string | null;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'redirects_tenant_id_category_id_fkey';
            columns: ['tenant_id', 'category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'redirects_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'redirects_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      refund_lines: {
        Row: {
          amount: number;
          id: string;
          kind: Database['public']['Enums']['refund_line_kind'];
          order_line_id: string | null;
          quantity: number | null;
          refund_id: string;
          tenant_id: string;
        };
        Insert: {
          amount: number;
          id?: string;
          kind: Database['public']['Enums']['refund_line_kind'];
          order_line_id?: string | null;
          quantity?: number | null;
          refund_id: string;
          tenant_id: string;
        };
        Update: {
          amount?: number;
          id?: string;
          kind?: Database['public']['Enums']['refund_line_kind'];
          order_line_id?: string | null;
          quantity?: number | null;
          refund_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'refund_lines_tenant_id_order_line_id_fkey';
            columns: ['tenant_id', 'order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'refund_lines_tenant_id_refund_id_fkey';
            columns: ['tenant_id', 'refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      refund_staff_facts: {
        Row: {
          attempt: number;
          created_by: string | null;
          refund_id: string;
          tenant_id: string;
        };
        Insert: {
          attempt?: number;
          created_by?: string | null;
          refund_id: string;
          tenant_id: string;
        };
        Update: {
          attempt?: number;
          created_by?: string | null;
          refund_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'refund_staff_facts_tenant_id_refund_id_fkey';
            columns: ['tenant_id', 'refund_id'];
            isOneToOne: true;
            referencedRelation: 'refunds';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      refund_state_transitions: {
        Row: {
          from_state: Database['public']['Enums']['refund_state'];
          to_state: Database['public']['Enums']['refund_state'];
        };
        Insert: {
          from_state: Database['public']['Enums']['refund_state'];
          to_state: Database['public']['Enums']['refund_state'];
        };
        Update: {
          from_state?: Database['public']['Enums']['refund_state'];
          to_state?: Database['public']['Enums']['refund_state'];
        };
        Relationships: [];
      };
      refund_states: {
        Row: {
          is_open: boolean;
          state: Database['public']['Enums']['refund_state'];
          waits_for_staff: boolean;
        };
        Insert: {
          is_open: boolean;
          state: Database['public']['Enums']['refund_state'];
          waits_for_staff: boolean;
        };
        Update: {
          is_open?: boolean;
          state?: Database['public']['Enums']['refund_state'];
          waits_for_staff?: boolean;
        };
        Relationships: [];
      };
      refunds: {
        Row: {
          amount: number;
          created_at: string;
          id: string;
          number: number;
          order_id: string;
          payment_id: string | null;
          reason: string;
          reference: string;
          return_id: string | null;
          sent_at: string | null;
          state: Database['public']['Enums']['refund_state'];
          tenant_id: string;
          updated_at: string;
          way: Database['public']['Enums']['refund_way'] | null;
        };
        Insert: {
          amount: number;
          created_at?: string;
          id?: string;
          number: number;
          order_id: string;
          payment_id?: string | null;
          reason?: string;
          reference?: string;
          return_id?: string | null;
          sent_at?: string | null;
          state?: Database['public']['Enums']['refund_state'];
          tenant_id: string;
          updated_at?: string;
          way?: Database['public']['Enums']['refund_way'] | null;
        };
        Update: {
          amount?: number;
          created_at?: string;
          id?: string;
          number?: number;
          order_id?: string;
          payment_id?: string | null;
          reason?: string;
          reference?: string;
          return_id?: string | null;
          sent_at?: string | null;
          state?: Database['public']['Enums']['refund_state'];
          tenant_id?: string;
          updated_at?: string;
          way?: Database['public']['Enums']['refund_way'] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'refunds_tenant_id_payment_id_fkey';
            columns: ['tenant_id', 'payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'refunds_tenant_id_return_id_fkey';
            columns: ['tenant_id', 'return_id'];
            isOneToOne: false;
            referencedRelation: 'returns';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      return_lines: {
        Row: {
          condition: Database['public']['Enums']['return_condition'] | null;
          credited: number;
          exchange_value: number;
          fate: Database['public']['Enums']['return_fate'] | null;
          order_line_id: string;
          part: number;
          price_drop: number;
          quantity: number;
          received: number;
          refund_percent: number;
          return_id: string;
          tenant_id: string;
        };
        Insert: {
          condition?: Database['public']['Enums']['return_condition'] | null;
          credited?: number;
          exchange_value?: number;
          fate?: Database['public']['Enums']['return_fate'] | null;
          order_line_id: string;
          part?: number;
          price_drop?: number;
          quantity: number;
          received?: number;
          refund_percent?: number;
          return_id: string;
          tenant_id: string;
        };
        Update: {
          condition?: Database['public']['Enums']['return_condition'] | null;
          credited?: number;
          exchange_value?: number;
          fate?: Database['public']['Enums']['return_fate'] | null;
          order_line_id?: string;
          part?: number;
          price_drop?: number;
          quantity?: number;
          received?: number;
          refund_percent?: number;
          return_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'return_lines_tenant_id_order_line_id_fkey';
            columns: ['tenant_id', 'order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'return_lines_tenant_id_return_id_fkey';
            columns: ['tenant_id', 'return_id'];
            isOneToOne: false;
            referencedRelation: 'returns';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      return_state_transitions: {
        Row: {
          by_shopper: boolean;
          from_state: Database['public']['Enums']['return_state'];
          to_state: Database['public']['Enums']['return_state'];
        };
        Insert: {
          by_shopper: boolean;
          from_state: Database['public']['Enums']['return_state'];
          to_state: Database['public']['Enums']['return_state'];
        };
        Update: {
          by_shopper?: boolean;
          from_state?: Database['public']['Enums']['return_state'];
          to_state?: Database['public']['Enums']['return_state'];
        };
        Relationships: [];
      };
      return_states: {
        Row: {
          awaits_pieces: boolean;
          is_open: boolean;
          state: Database['public']['Enums']['return_state'];
        };
        Insert: {
          awaits_pieces: boolean;
          is_open: boolean;
          state: Database['public']['Enums']['return_state'];
        };
        Update: {
          awaits_pieces?: boolean;
          is_open?: boolean;
          state?: Database['public']['Enums']['return_state'];
        };
        Relationships: [];
      };
      returns: {
        Row: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        Insert: {
          answer?: string;
          closed_at?: string | null;
          created_at?: string;
          decided_at?: string | null;
          exchange_used?: number;
          id?: string;
          kind?: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos?: string[];
          reason: string;
          received_at?: string | null;
          replacement_order_id?: string | null;
          requested_by: string;
          state?: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          answer?: string;
          closed_at?: string | null;
          created_at?: string;
          decided_at?: string | null;
          exchange_used?: number;
          id?: string;
          kind?: Database['public']['Enums']['return_kind'];
          number?: number;
          order_id?: string;
          photos?: string[];
          reason?: string;
          received_at?: string | null;
          replacement_order_id?: string | null;
          requested_by?: string;
          state?: Database['public']['Enums']['return_state'];
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'returns_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'returns_tenant_id_replacement_order_id_fkey';
            columns: ['tenant_id', 'replacement_order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      reviews: {
        Row: {
          author_name: string;
          body: string;
          created_at: string;
          id: string;
          product_id: string;
          rating: number;
          staff_reply: string;
          status: Database['public']['Enums']['review_status'];
          tenant_id: string;
          title: string;
          updated_at: string;
          user_id: string | null;
          version: number;
        };
        Insert: {
          author_name?: string;
          body?: string;
          created_at?: string;
          id?: string;
          product_id: string;
          rating: number;
          staff_reply?: string;
          status?: Database['public']['Enums']['review_status'];
          tenant_id: string;
          title?: string;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Update: {
          author_name?: string;
          body?: string;
          created_at?: string;
          id?: string;
          product_id?: string;
          rating?: number;
          staff_reply?: string;
          status?: Database['public']['Enums']['review_status'];
          tenant_id?: string;
          title?: string;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'reviews_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'reviews_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      saved_replies: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          tenant_id: string;
          title: string;
          translations: JsonColumn<'saved_replies.translations'>;
          updated_at: string;
          version: number;
        };
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          tenant_id: string;
          title: string;
          translations?: JsonColumn<'saved_replies.translations'>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          tenant_id?: string;
          title?: string;
          translations?: JsonColumn<'saved_replies.translations'>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'saved_replies_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      saved_views: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          page: string;
          query: string;
          tenant_id: string | null;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          page: string;
          query?: string;
          tenant_id?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          page?: string;
          query?: string;
          tenant_id?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'saved_views_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      search_synonyms: {
        Row: {
          created_at: string;
          id: string;
          keys: string[];
          one_way: boolean;
          tenant_id: string | null;
          updated_at: string;
          version: number;
          words: string[];
        };
        Insert: {
          created_at?: string;
          id?: string;
          keys?: never;
          one_way?: boolean;
          tenant_id?: string | null;
          updated_at?: string;
          version?: number;
          words: string[];
        };
        Update: {
          created_at?: string;
          id?: string;
          keys?: never;
          one_way?: boolean;
          tenant_id?: string | null;
          updated_at?: string;
          version?: number;
          words?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'search_synonyms_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      settings: {
        Row: {
          bank_transfer: boolean;
          cash_on_delivery: boolean;
          contact: JsonColumn<'settings.contact'>;
          created_at: string;
          customization: JsonColumn<'settings.customization'>;
          customization_enabled: boolean;
          default_shipping_fee: number;
          exchange_delivery: string;
          exchanges: string;
          express_days_from: number | null;
          express_days_to: number | null;
          express_shipping_fee: number;
          fault_days: number;
          features: JsonColumn<'settings.features'>;
          free_shipping_threshold: number | null;
          gift_wrapping_enabled: boolean;
          gift_wrapping_price: number;
          gifts: JsonColumn<'settings.gifts'>;
          image_price: number;
          invoicing: JsonColumn<'settings.invoicing'>;
          keeps_delivery_fee: boolean;
          legal: JsonColumn<'settings.legal'>;
          live_chat_enabled: boolean;
          loyalty_enabled: boolean;
          online_payment: boolean;
          payment: JsonColumn<'settings.payment'>;
          point_value: number;
          points: JsonColumn<'settings.points'>;
          points_earn_rate: number;
          points_enabled: boolean;
          recounts_codes: boolean;
          recounts_delivery: boolean;
          reopens_on: string | null;
          restocks_enabled: boolean;
          return_days: number;
          returns: JsonColumn<'settings.returns'>;
          reviews_enabled: boolean;
          shipping: JsonColumn<'settings.shipping'>;
          standard_days_from: number | null;
          standard_days_to: number | null;
          state: Database['public']['Enums']['store_state'];
          store: JsonColumn<'settings.store'>;
          tenant_id: string;
          text_price: number;
          translations: JsonColumn<'settings.translations'>;
          updated_at: string;
          vat_percent: number;
          version: number;
          wishlist_enabled: boolean;
        };
        Insert: {
          bank_transfer?: never;
          cash_on_delivery?: never;
          contact?: JsonColumn<'settings.contact'>;
          created_at?: string;
          customization?: JsonColumn<'settings.customization'>;
          customization_enabled?: never;
          default_shipping_fee?: never;
          exchange_delivery?: never;
          exchanges?: never;
          express_days_from?: never;
          express_days_to?: never;
          express_shipping_fee?: never;
          fault_days?: never;
          features?: JsonColumn<'settings.features'>;
          free_shipping_threshold?: never;
          gift_wrapping_enabled?: never;
          gift_wrapping_price?: never;
          gifts?: JsonColumn<'settings.gifts'>;
          image_price?: never;
          invoicing?: JsonColumn<'settings.invoicing'>;
          keeps_delivery_fee?: never;
          legal?: JsonColumn<'settings.legal'>;
          live_chat_enabled?: never;
          loyalty_enabled?: never;
          online_payment?: never;
          payment?: JsonColumn<'settings.payment'>;
          point_value?: never;
          points?: JsonColumn<'settings.points'>;
          points_earn_rate?: never;
          points_enabled?: never;
          recounts_codes?: never;
          recounts_delivery?: never;
          reopens_on?: string | null;
          restocks_enabled?: never;
          return_days?: never;
          returns?: JsonColumn<'settings.returns'>;
          reviews_enabled?: never;
          shipping?: JsonColumn<'settings.shipping'>;
          standard_days_from?: never;
          standard_days_to?: never;
          state?: Database['public']['Enums']['store_state'];
          store?: JsonColumn<'settings.store'>;
          tenant_id: string;
          text_price?: never;
          translations?: JsonColumn<'settings.translations'>;
          updated_at?: string;
          vat_percent?: never;
          version?: number;
          wishlist_enabled?: never;
        };
        Update: {
          bank_transfer?: never;
          cash_on_delivery?: never;
          contact?: JsonColumn<'settings.contact'>;
          created_at?: string;
          customization?: JsonColumn<'settings.customization'>;
          customization_enabled?: never;
          default_shipping_fee?: never;
          exchange_delivery?: never;
          exchanges?: never;
          express_days_from?: never;
          express_days_to?: never;
          express_shipping_fee?: never;
          fault_days?: never;
          features?: JsonColumn<'settings.features'>;
          free_shipping_threshold?: never;
          gift_wrapping_enabled?: never;
          gift_wrapping_price?: never;
          gifts?: JsonColumn<'settings.gifts'>;
          image_price?: never;
          invoicing?: JsonColumn<'settings.invoicing'>;
          keeps_delivery_fee?: never;
          legal?: JsonColumn<'settings.legal'>;
          live_chat_enabled?: never;
          loyalty_enabled?: never;
          online_payment?: never;
          payment?: JsonColumn<'settings.payment'>;
          point_value?: never;
          points?: JsonColumn<'settings.points'>;
          points_earn_rate?: never;
          points_enabled?: never;
          recounts_codes?: never;
          recounts_delivery?: never;
          reopens_on?: string | null;
          restocks_enabled?: never;
          return_days?: never;
          returns?: JsonColumn<'settings.returns'>;
          reviews_enabled?: never;
          shipping?: JsonColumn<'settings.shipping'>;
          standard_days_from?: never;
          standard_days_to?: never;
          state?: Database['public']['Enums']['store_state'];
          store?: JsonColumn<'settings.store'>;
          tenant_id?: string;
          text_price?: never;
          translations?: JsonColumn<'settings.translations'>;
          updated_at?: string;
          vat_percent?: never;
          version?: number;
          wishlist_enabled?: never;
        };
        Relationships: [
          {
            foreignKeyName: 'settings_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: true;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      settlement_differences: {
        Row: {
          created_at: string;
          expected: number | null;
          fee: number;
          id: string;
          kind: Database['public']['Enums']['statement_line_kind'];
          note: string;
          pieces: number | null;
          resolved_at: string | null;
          resolved_by: string | null;
          settlement_id: string;
          shipment_id: string | null;
          stated: number | null;
          tenant_id: string;
          tracking_number: string;
        };
        Insert: {
          created_at?: string;
          expected?: number | null;
          fee?: number;
          id?: string;
          kind: Database['public']['Enums']['statement_line_kind'];
          note?: string;
          pieces?: number | null;
          resolved_at?: string | null;
          resolved_by?: string | null;
          settlement_id: string;
          shipment_id?: string | null;
          stated?: number | null;
          tenant_id: string;
          tracking_number: string;
        };
        Update: {
          created_at?: string;
          expected?: number | null;
          fee?: number;
          id?: string;
          kind?: Database['public']['Enums']['statement_line_kind'];
          note?: string;
          pieces?: number | null;
          resolved_at?: string | null;
          resolved_by?: string | null;
          settlement_id?: string;
          shipment_id?: string | null;
          stated?: number | null;
          tenant_id?: string;
          tracking_number?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'settlement_differences_tenant_id_settlement_id_fkey';
            columns: ['tenant_id', 'settlement_id'];
            isOneToOne: false;
            referencedRelation: 'settlements';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'settlement_differences_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: false;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      settlements: {
        Row: {
          amount: number;
          carrier: string;
          carrier_name: string;
          created_at: string;
          created_by: string | null;
          fee: number;
          id: string;
          reference: string;
          tenant_id: string;
        };
        Insert: {
          amount: number;
          carrier?: string;
          carrier_name?: string;
          created_at?: string;
          created_by?: string | null;
          fee?: number;
          id?: string;
          reference?: string;
          tenant_id: string;
        };
        Update: {
          amount?: number;
          carrier?: string;
          carrier_name?: string;
          created_at?: string;
          created_by?: string | null;
          fee?: number;
          id?: string;
          reference?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'settlements_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      shipment_event_actors: {
        Row: {
          actor_id: string;
          event_id: string;
          tenant_id: string;
        };
        Insert: {
          actor_id: string;
          event_id: string;
          tenant_id: string;
        };
        Update: {
          actor_id?: string;
          event_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipment_event_actors_tenant_id_event_id_fkey';
            columns: ['tenant_id', 'event_id'];
            isOneToOne: true;
            referencedRelation: 'shipment_events';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      shipment_events: {
        Row: {
          carrier_state: string;
          created_at: string;
          happened_at: string;
          id: string;
          note: string;
          shipment_id: string;
          state: Database['public']['Enums']['shipment_state'] | null;
          tenant_id: string;
        };
        Insert: {
          carrier_state?: string;
          created_at?: string;
          happened_at?: string;
          id?: string;
          note?: string;
          shipment_id: string;
          state?: Database['public']['Enums']['shipment_state'] | null;
          tenant_id: string;
        };
        Update: {
          carrier_state?: string;
          created_at?: string;
          happened_at?: string;
          id?: string;
          note?: string;
          shipment_id?: string;
          state?: Database['public']['Enums']['shipment_state'] | null;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipment_events_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: false;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      shipment_lines: {
        Row: {
          discarded: number;
          order_line_id: string;
          quantity: number;
          restocked: number;
          sent_again: number;
          shipment_id: string;
          tenant_id: string;
        };
        Insert: {
          discarded?: number;
          order_line_id: string;
          quantity: number;
          restocked?: number;
          sent_again?: number;
          shipment_id: string;
          tenant_id: string;
        };
        Update: {
          discarded?: number;
          order_line_id?: string;
          quantity?: number;
          restocked?: number;
          sent_again?: number;
          shipment_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipment_lines_tenant_id_order_line_id_fkey';
            columns: ['tenant_id', 'order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'shipment_lines_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: false;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      shipment_staff_facts: {
        Row: {
          carrier_owes: number;
          created_by: string | null;
          fee: number | null;
          label_path: string | null;
          settled: number;
          settled_at: string | null;
          shipment_id: string;
          tenant_id: string;
        };
        Insert: {
          carrier_owes?: number;
          created_by?: string | null;
          fee?: number | null;
          label_path?: string | null;
          settled?: number;
          settled_at?: string | null;
          shipment_id: string;
          tenant_id: string;
        };
        Update: {
          carrier_owes?: number;
          created_by?: string | null;
          fee?: number | null;
          label_path?: string | null;
          settled?: number;
          settled_at?: string | null;
          shipment_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipment_staff_facts_tenant_id_shipment_id_fkey';
            columns: ['tenant_id', 'shipment_id'];
            isOneToOne: true;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      shipment_state_transitions: {
        Row: {
          from_state: Database['public']['Enums']['shipment_state'];
          takes_back: boolean;
          to_state: Database['public']['Enums']['shipment_state'];
        };
        Insert: {
          from_state: Database['public']['Enums']['shipment_state'];
          takes_back?: boolean;
          to_state: Database['public']['Enums']['shipment_state'];
        };
        Update: {
          from_state?: Database['public']['Enums']['shipment_state'];
          takes_back?: boolean;
          to_state?: Database['public']['Enums']['shipment_state'];
        };
        Relationships: [];
      };
      shipment_states: {
        Row: {
          is_going_back: boolean;
          is_outbound: boolean;
          is_over: boolean;
          is_under_way: boolean;
          is_void: boolean;
          state: Database['public']['Enums']['shipment_state'];
        };
        Insert: {
          is_going_back: boolean;
          is_outbound: boolean;
          is_over: boolean;
          is_under_way: boolean;
          is_void: boolean;
          state: Database['public']['Enums']['shipment_state'];
        };
        Update: {
          is_going_back?: boolean;
          is_outbound?: boolean;
          is_over?: boolean;
          is_under_way?: boolean;
          is_void?: boolean;
          state?: Database['public']['Enums']['shipment_state'];
        };
        Relationships: [];
      };
      shipments: {
        Row: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
          awaits_inspection: boolean;
          can_change_carrier: boolean;
          can_send_lost_again: boolean;
          cash_to_collect: number;
          is_bookable: boolean;
          old_pieces_to_collect: string;
          returned_to_sender_late: boolean;
          seconds_to_take_back: number;
          seconds_to_take_delivery_back: number;
          shipment_code: string;
        };
        Insert: {
          attempts?: number;
          carrier?: string;
          carrier_name?: string;
          cash_collected?: number | null;
          cash_due?: number;
          created_at?: string;
          delivered_at?: string | null;
          handed_over_at?: string | null;
          id?: string;
          inspected_at?: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at?: string | null;
          split_from?: string | null;
          state?: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number?: string | null;
          tracking_url?: string | null;
          updated_at?: string;
        };
        Update: {
          attempts?: number;
          carrier?: string;
          carrier_name?: string;
          cash_collected?: number | null;
          cash_due?: number;
          created_at?: string;
          delivered_at?: string | null;
          handed_over_at?: string | null;
          id?: string;
          inspected_at?: string | null;
          number?: number;
          order_id?: string;
          returned_to_sender_at?: string | null;
          split_from?: string | null;
          state?: Database['public']['Enums']['shipment_state'];
          tenant_id?: string;
          tracking_number?: string | null;
          tracking_url?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipments_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'shipments_tenant_id_split_from_fkey';
            columns: ['tenant_id', 'split_from'];
            isOneToOne: false;
            referencedRelation: 'shipments';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      shipping_zones: {
        Row: {
          carrier: string;
          created_at: string;
          id: string;
          is_active: boolean;
          max_grams: number | null;
          name: string;
          places: string[];
          position: number;
          rates: JsonColumn<'shipping_zones.rates'>;
          tenant_id: string;
          translations: JsonColumn<'shipping_zones.translations'>;
          updated_at: string;
          version: number;
        };
        Insert: {
          carrier?: string;
          created_at?: string;
          id?: string;
          is_active?: boolean;
          max_grams?: number | null;
          name: string;
          places?: string[];
          position?: number;
          rates?: JsonColumn<'shipping_zones.rates'>;
          tenant_id: string;
          translations?: JsonColumn<'shipping_zones.translations'>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          carrier?: string;
          created_at?: string;
          id?: string;
          is_active?: boolean;
          max_grams?: number | null;
          name?: string;
          places?: string[];
          position?: number;
          rates?: JsonColumn<'shipping_zones.rates'>;
          tenant_id?: string;
          translations?: JsonColumn<'shipping_zones.translations'>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'shipping_zones_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      slugs: {
        Row: {
          kind: Database['public']['Enums']['page_kind'];
          retired_at: string | null;
          since: string;
          slug: string;
          target_id: string;
          tenant_id: string;
        };
        Insert: {
          kind: Database['public']['Enums']['page_kind'];
          retired_at?: string | null;
          since?: string;
          slug: string;
          target_id: string;
          tenant_id: string;
        };
        Update: {
          kind?: Database['public']['Enums']['page_kind'];
          retired_at?: string | null;
          since?: string;
          slug?: string;
          target_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'slugs_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      staff_grants: {
        Row: {
          created_at: string;
          ends_on: string | null;
          granted_by: string | null;
          id: string;
          role_id: string;
          starts_on: string;
          tenant_id: string | null;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          ends_on?: string | null;
          granted_by?: string | null;
          id?: string;
          role_id: string;
          starts_on?: string;
          tenant_id?: string | null;
          user_id: string;
        };
        Update: {
          created_at?: string;
          ends_on?: string | null;
          granted_by?: string | null;
          id?: string;
          role_id?: string;
          starts_on?: string;
          tenant_id?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'staff_grants_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      staff_members: {
        Row: {
          created_at: string;
          name: string;
          office_language: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          name?: string;
          office_language?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          name?: string;
          office_language?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      staff_notification_choices: {
        Row: {
          channel: Database['public']['Enums']['notification_channel'];
          created_at: string;
          each_morning: boolean;
          id: string;
          tenant_id: string;
          topic: Database['public']['Enums']['staff_topic'];
          user_id: string;
        };
        Insert: {
          channel?: Database['public']['Enums']['notification_channel'];
          created_at?: string;
          each_morning?: boolean;
          id?: string;
          tenant_id: string;
          topic: Database['public']['Enums']['staff_topic'];
          user_id: string;
        };
        Update: {
          channel?: Database['public']['Enums']['notification_channel'];
          created_at?: string;
          each_morning?: boolean;
          id?: string;
          tenant_id?: string;
          topic?: Database['public']['Enums']['staff_topic'];
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'staff_notification_choices_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      staff_settings: {
        Row: {
          call_waits: Database['public']['Enums']['call_wait'][];
          calls_ending: Database['public']['Enums']['calls_ending'];
          cash_rules: JsonColumn<'staff_settings.cash_rules'>;
          contact_emails: string[];
          created_at: string;
          customer_files_limit: number;
          customer_storage_mb: number;
          customers_need_aal2: boolean;
          low_stock_threshold: number;
          notes: string;
          notification_channels: string[];
          notification_kinds: string[];
          pay_link_hours: number;
          phone_notifications_limit: number;
          second_step_hours: number;
          sms_part_piastres: number | null;
          staff_need_second_factor: boolean;
          stranger_notifications_limit: number;
          tenant_id: string;
          unpaid_orders_limit: number | null;
          unpaid_pieces_limit: number | null;
          updated_at: string;
          version: number;
        };
        Insert: {
          call_waits?: Database['public']['Enums']['call_wait'][];
          calls_ending?: Database['public']['Enums']['calls_ending'];
          cash_rules?: JsonColumn<'staff_settings.cash_rules'>;
          contact_emails?: string[];
          created_at?: string;
          customer_files_limit?: number;
          customer_storage_mb?: number;
          customers_need_aal2?: boolean;
          low_stock_threshold?: number;
          notes?: string;
          notification_channels?: string[];
          notification_kinds?: string[];
          pay_link_hours?: number;
          phone_notifications_limit?: number;
          second_step_hours?: number;
          sms_part_piastres?: number | null;
          staff_need_second_factor?: boolean;
          stranger_notifications_limit?: number;
          tenant_id: string;
          unpaid_orders_limit?: number | null;
          unpaid_pieces_limit?: number | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          call_waits?: Database['public']['Enums']['call_wait'][];
          calls_ending?: Database['public']['Enums']['calls_ending'];
          cash_rules?: JsonColumn<'staff_settings.cash_rules'>;
          contact_emails?: string[];
          created_at?: string;
          customer_files_limit?: number;
          customer_storage_mb?: number;
          customers_need_aal2?: boolean;
          low_stock_threshold?: number;
          notes?: string;
          notification_channels?: string[];
          notification_kinds?: string[];
          pay_link_hours?: number;
          phone_notifications_limit?: number;
          second_step_hours?: number;
          sms_part_piastres?: number | null;
          staff_need_second_factor?: boolean;
          stranger_notifications_limit?: number;
          tenant_id?: string;
          unpaid_orders_limit?: number | null;
          unpaid_pieces_limit?: number | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'staff_settings_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: true;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      stock_alerts: {
        Row: {
          created_at: string;
          id: string;
          product_id: string;
          tenant_id: string;
          user_id: string;
          variant_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          product_id: string;
          tenant_id: string;
          user_id?: string;
          variant_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          product_id?: string;
          tenant_id?: string;
          user_id?: string;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'stock_alerts_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'stock_alerts_tenant_id_product_id_variant_id_fkey';
            columns: ['tenant_id', 'product_id', 'variant_id'];
            isOneToOne: false;
            referencedRelation: 'product_variants';
            referencedColumns: ['tenant_id', 'product_id', 'id'];
          },
          {
            foreignKeyName: 'stock_alerts_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      stock_movements: {
        Row: {
          actor_id: string | null;
          created_at: string;
          delta: number;
          id: number;
          note: string;
          order_id: string | null;
          product_id: string;
          reason: Database['public']['Enums']['stock_reason'];
          stock_after: number;
          tenant_id: string;
          variant: string;
          variant_id: string;
        };
        Insert: {
          actor_id?: string | null;
          created_at?: string;
          delta: number;
          id?: never;
          note?: string;
          order_id?: string | null;
          product_id: string;
          reason: Database['public']['Enums']['stock_reason'];
          stock_after: number;
          tenant_id: string;
          variant?: string;
          variant_id: string;
        };
        Update: {
          actor_id?: string | null;
          created_at?: string;
          delta?: number;
          id?: never;
          note?: string;
          order_id?: string | null;
          product_id?: string;
          reason?: Database['public']['Enums']['stock_reason'];
          stock_after?: number;
          tenant_id?: string;
          variant?: string;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'stock_movements_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'stock_movements_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      storage_limits: {
        Row: {
          storage_limit_mb: number;
          tenant_id: string;
        };
        Insert: {
          storage_limit_mb: number;
          tenant_id: string;
        };
        Update: {
          storage_limit_mb?: number;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'storage_limits_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: true;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      store_credit_actors: {
        Row: {
          actor_id: string;
          credit_id: string;
          tenant_id: string;
        };
        Insert: {
          actor_id: string;
          credit_id: string;
          tenant_id: string;
        };
        Update: {
          actor_id?: string;
          credit_id?: string;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'store_credit_actors_tenant_id_credit_id_fkey';
            columns: ['tenant_id', 'credit_id'];
            isOneToOne: true;
            referencedRelation: 'store_credits';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      store_credits: {
        Row: {
          created_at: string;
          delta: number;
          id: string;
          kind: Database['public']['Enums']['store_credit_kind'];
          order_id: string | null;
          reason: string;
          refund_id: string | null;
          tenant_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          delta: number;
          id?: string;
          kind: Database['public']['Enums']['store_credit_kind'];
          order_id?: string | null;
          reason?: string;
          refund_id?: string | null;
          tenant_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          delta?: number;
          id?: string;
          kind?: Database['public']['Enums']['store_credit_kind'];
          order_id?: string | null;
          reason?: string;
          refund_id?: string | null;
          tenant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'store_credits_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'store_credits_tenant_id_refund_id_fkey';
            columns: ['tenant_id', 'refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'store_credits_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
      store_domains: {
        Row: {
          created_at: string;
          domain: string;
          id: string;
          is_main: boolean;
          tenant_id: string;
        };
        Insert: {
          created_at?: string;
          domain: string;
          id?: string;
          is_main?: boolean;
          tenant_id: string;
        };
        Update: {
          created_at?: string;
          domain?: string;
          id?: string;
          is_main?: boolean;
          tenant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'store_domains_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      store_doors: {
        Row: {
          address_checked_at: string | null;
          address_problem: string;
          created_at: string;
          mail_checked_at: string | null;
          mail_problem: string;
          preview_token: string;
          tenant_id: string;
          tested_at: string | null;
        };
        Insert: {
          address_checked_at?: string | null;
          address_problem?: string;
          created_at?: string;
          mail_checked_at?: string | null;
          mail_problem?: string;
          preview_token?: string;
          tenant_id: string;
          tested_at?: string | null;
        };
        Update: {
          address_checked_at?: string | null;
          address_problem?: string;
          created_at?: string;
          mail_checked_at?: string | null;
          mail_problem?: string;
          preview_token?: string;
          tenant_id?: string;
          tested_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'store_doors_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: true;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      store_imports: {
        Row: {
          created_at: string;
          created_by: string | null;
          file_name: string;
          id: string;
          imported: number;
          kind: Database['public']['Enums']['import_kind'];
          source: Database['public']['Enums']['import_source'];
          tenant_id: string;
          undone_at: string | null;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          file_name?: string;
          id?: string;
          imported?: number;
          kind: Database['public']['Enums']['import_kind'];
          source: Database['public']['Enums']['import_source'];
          tenant_id: string;
          undone_at?: string | null;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          file_name?: string;
          id?: string;
          imported?: number;
          kind?: Database['public']['Enums']['import_kind'];
          source?: Database['public']['Enums']['import_source'];
          tenant_id?: string;
          undone_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'store_imports_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      tenants: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          position: number;
          seller: JsonColumn<'tenants.seller'>;
        };
        Insert: {
          created_at?: string;
          id: string;
          name: string;
          position?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          position?: number;
        };
        Relationships: [];
      };
      transfer_actors: {
        Row: {
          actor_id: string;
          tenant_id: string;
          transfer_id: string;
        };
        Insert: {
          actor_id: string;
          tenant_id: string;
          transfer_id: string;
        };
        Update: {
          actor_id?: string;
          tenant_id?: string;
          transfer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'transfer_actors_tenant_id_transfer_id_fkey';
            columns: ['tenant_id', 'transfer_id'];
            isOneToOne: true;
            referencedRelation: 'transfers';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      transfer_state_transitions: {
        Row: {
          from_state: Database['public']['Enums']['transfer_state'];
          to_state: Database['public']['Enums']['transfer_state'];
        };
        Insert: {
          from_state: Database['public']['Enums']['transfer_state'];
          to_state: Database['public']['Enums']['transfer_state'];
        };
        Update: {
          from_state?: Database['public']['Enums']['transfer_state'];
          to_state?: Database['public']['Enums']['transfer_state'];
        };
        Relationships: [];
      };
      transfers: {
        Row: {
          amount: number;
          answer: string;
          checked_at: string | null;
          created_at: string;
          id: string;
          note: string;
          order_id: string;
          photos: string[];
          received: number | null;
          state: Database['public']['Enums']['transfer_state'];
          tenant_id: string;
          updated_at: string;
        };
        Insert: {
          amount: number;
          answer?: string;
          checked_at?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          order_id: string;
          photos: string[];
          received?: number | null;
          state?: Database['public']['Enums']['transfer_state'];
          tenant_id: string;
          updated_at?: string;
        };
        Update: {
          amount?: number;
          answer?: string;
          checked_at?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          order_id?: string;
          photos?: string[];
          received?: number | null;
          state?: Database['public']['Enums']['transfer_state'];
          tenant_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'transfers_tenant_id_order_id_fkey';
            columns: ['tenant_id', 'order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      user_roles: {
        Row: {
          created_at: string;
          id: string;
          role: Database['public']['Enums']['user_role'];
          tenant_id: string | null;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          role?: Database['public']['Enums']['user_role'];
          tenant_id?: string | null;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          role?: Database['public']['Enums']['user_role'];
          tenant_id?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'user_roles_tenant_id_fkey';
            columns: ['tenant_id'];
            isOneToOne: false;
            referencedRelation: 'tenants';
            referencedColumns: ['id'];
          },
        ];
      };
      variant_costs: {
        Row: {
          cost: number;
          tenant_id: string;
          variant_id: string;
        };
        Insert: {
          cost: number;
          tenant_id: string;
          variant_id: string;
        };
        Update: {
          cost?: number;
          tenant_id?: string;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'variant_costs_tenant_id_variant_id_fkey';
            columns: ['tenant_id', 'variant_id'];
            isOneToOne: true;
            referencedRelation: 'product_variants';
            referencedColumns: ['tenant_id', 'id'];
          },
        ];
      };
      wishlists: {
        Row: {
          created_at: string;
          id: string;
          product_id: string;
          tenant_id: string;
          user_id: string;
          variant_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: string;
          product_id: string;
          tenant_id: string;
          user_id?: string;
          variant_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          product_id?: string;
          tenant_id?: string;
          user_id?: string;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'wishlists_tenant_id_product_id_fkey';
            columns: ['tenant_id', 'product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['tenant_id', 'id'];
          },
          {
            foreignKeyName: 'wishlists_tenant_id_product_id_variant_id_fkey';
            columns: ['tenant_id', 'product_id', 'variant_id'];
            isOneToOne: false;
            referencedRelation: 'product_variants';
            referencedColumns: ['tenant_id', 'product_id', 'id'];
          },
          {
            foreignKeyName: 'wishlists_user_id_tenant_id_fkey';
            columns: ['user_id', 'tenant_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id', 'tenant_id'];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_edit_by_telephone: {
        Args: {
          p_agreed_with: string;
          p_edit_id: string;
          p_request_id?: string;
        };
        Returns: {
          added: JsonColumn<'order_edits.added'>;
          applied_at: string | null;
          changes: JsonColumn<'order_edits.changes'>;
          created_at: string;
          decided_at: string | null;
          difference: number;
          fee_difference: number;
          id: string;
          number: number;
          order_id: string;
          reason: string;
          state: Database['public']['Enums']['order_edit_state'];
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'order_edits';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      accept_staff_invitation: {
        Args: {
          p_token: string;
        };
        Returns: Database['public']['Enums']['staff_invitation_state'];
      };
      add_order_note: {
        Args: {
          p_internal?: boolean;
          p_note: string;
          p_order_id: string;
          p_request_id?: string;
        };
        Returns: undefined;
      };
      add_product: {
        Args: {
          p_options: Json;
          p_product: Json;
          p_request_id?: string;
          p_tenant_id: string;
          p_variants: Json;
        };
        Returns: {
          attributes: JsonColumn<'products.attributes'>;
          brand: string | null;
          category_id: string | null;
          color: string | null;
          colors: string[];
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          discount: number | null;
          featured: boolean;
          gender: string | null;
          genders: string[];
          id: string;
          image_alts: JsonColumn<'products.image_alts'>;
          images: JsonColumn<'products.images'>;
          is_active: boolean;
          is_new: boolean;
          material: string | null;
          materials: string[];
          max_price: number | null;
          min_price: number | null;
          name: string;
          old_paths: string[];
          on_sale: boolean;
          original_price: number | null;
          page_slugs: JsonColumn<'products.page_slugs'>;
          price: number | null;
          product_type: string | null;
          rating: number | null;
          restocks: boolean;
          review_count: number;
          search: unknown;
          search_text: string;
          seo_description: string | null;
          seo_title: string | null;
          size: string | null;
          sizes: string[];
          slug: string | null;
          stock: number;
          tags: string[];
          tenant_id: string;
          translations: JsonColumn<'products.translations'>;
          type: string | null;
          types: string[];
          unit: string | null;
          updated_at: string;
          version: number;
          videos: JsonColumn<'products.videos'>;
        };
        SetofOptions: {
          from: '*';
          to: 'products';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      adjust_points: {
        Args: {
          p_delta: number;
          p_reason: string;
          p_request_id?: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: number;
      };
      adjust_stock: {
        Args: {
          p_delta: number;
          p_note?: string;
          p_product_id: string;
          p_request_id?: string;
          p_variant_id?: string;
        };
        Returns: number;
      };
      adjust_store_credit: {
        Args: {
          p_delta: number;
          p_reason: string;
          p_request_id?: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: number;
      };
      allow_exchange: {
        Args: {
          p_reason: string;
          p_request_id?: string;
          p_return_id: string;
        };
        Returns: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'returns';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      answer_claim: {
        Args: {
          p_claim_id: string;
          p_note?: string;
          p_received: number;
          p_reference?: string;
          p_request_id?: string;
        };
        Returns: {
          amount: number;
          answered_at: string | null;
          claimed_at: string | null;
          created_at: string;
          due_on: string;
          id: string;
          note: string;
          received: number | null;
          reference: string;
          shipment_id: string;
          state: Database['public']['Enums']['claim_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'carrier_claims';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      approval_deciders: {
        Args: {
          p_id: string;
        };
        Returns: {
          id: string;
          name: string;
        }[];
      };
      ask_for_opening: {
        Args: {
          p_email: string;
          p_language: string;
          p_tenant_id: string;
        };
        Returns: boolean;
      };
      assign_approval_requests: {
        Args: {
          p_ids: string[];
          p_request_id?: string;
          p_user_id: string;
        };
        Returns: undefined;
      };
      assign_conversations: {
        Args: {
          p_conversation_ids: string[];
          p_request_id?: string;
          p_user_id: string;
        };
        Returns: undefined;
      };
      assign_orders: {
        Args: {
          p_order_ids: string[];
          p_request_id?: string;
          p_user_id: string;
        };
        Returns: undefined;
      };
      assign_returns: {
        Args: {
          p_request_id?: string;
          p_return_ids: string[];
          p_user_id: string;
        };
        Returns: undefined;
      };
      assignable_people: {
        Args: {
          p_capability: string;
          p_tenant_ids: string[];
        };
        Returns: {
          id: string;
          name: string;
          tenant_id: string;
        }[];
      };
      audit_states: {
        Args: {
          p_ids: number[];
          p_tenant_id: string;
        };
        Returns: {
          can_undo: boolean;
          id: number;
          parts: number;
        }[];
      };
      available_slots: {
        Args: {
          p_city?: string;
          p_days?: number;
          p_days_from?: number;
          p_governorate?: string;
          p_tenant_id: string;
        };
        Returns: {
          closes_at: string;
          day: string;
          from_time: string;
          places_left: number;
          slot_id: string;
          to_time: string;
        }[];
      };
      book_shipments: {
        Args: {
          p_carrier: string;
          p_carrier_name: string;
          p_districts?: Json;
          p_request_id?: string;
          p_shipment_ids: string[];
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'shipment_outcome.refusal'> | null;
          shipment_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shipment_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      book_transfer: {
        Args: {
          p_amount: number;
          p_more?: boolean;
          p_order_id: string;
          p_reference?: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      can_review: {
        Args: {
          p_product_id: string;
        };
        Returns: boolean;
      };
      cancel_draft: {
        Args: {
          p_draft_id: string;
          p_request_id?: string;
        };
        Returns: {
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          customer_email: string;
          customer_name: string;
          document: JsonColumn<'order_drafts.document'>;
          expires_at: string;
          id: string;
          order_id: string | null;
          paid_at: string | null;
          phone: string;
          pieces: number;
          prices: JsonColumn<'order_drafts.prices'>;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'order_drafts';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      cancel_order: {
        Args: {
          p_order_id: string;
          p_reason?: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      cancel_pay_link: {
        Args: {
          p_pay_link_id: string;
          p_request_id?: string;
        };
        Returns: {
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          draft_id: string | null;
          expires_at: string;
          id: string;
          order_id: string | null;
          paid_at: string | null;
          part: number | null;
          received_before: number;
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'pay_links';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      cancel_pieces: {
        Args: {
          p_lines: Json;
          p_order_id: string;
          p_reason?: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      cancel_unconfirmed_orders: {
        Args: {
          p_limit?: number;
        };
        Returns: number;
      };
      capture_payment: {
        Args: {
          p_amount?: number;
          p_payment_id: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      carrier_booking_done: {
        Args: {
          p_answer?: Json;
          p_outcome: string;
          p_shipment_id: string;
        };
        Returns: string;
      };
      carrier_cash: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          amount: number;
          carrier: string;
          carrier_name: string;
          claimed: number;
          claims: number;
          oldest: string;
          overdue: number;
          overdue_shipments: number;
          shipments: number;
        }[];
      };
      carrier_tasks: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          address: JsonColumn<'carrier_tasks.address'>;
          carrier: string;
          cash: number;
          collected: JsonColumn<'carrier_tasks.collected'>;
          description: string;
          district: JsonColumn<'carrier_tasks.district'>;
          email: string;
          grams: number;
          name: string;
          note: string;
          pieces: number;
          reference: string;
          shipment_id: string;
          tenant_id: string;
          todo: string;
          tracking_number: string;
          worth: number;
        }[];
      };
      change_order_status: {
        Args: {
          p_note?: string;
          p_order_id: string;
          p_request_id?: string;
          p_restock?: boolean;
          p_status: Database['public']['Enums']['order_status'];
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      change_order_statuses: {
        Args: {
          p_order_ids: string[];
          p_request_id?: string;
          p_status: Database['public']['Enums']['order_status'];
        };
        Returns: {
          order_id: string;
          refusal: JsonColumn<'change_order_statuses.refusal'>;
        }[];
      };
      change_products: {
        Args: {
          p_change: Json;
          p_ids: string[];
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          change_id: string | null;
          changed: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'product_change_result';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      change_shipment: {
        Args: {
          p_changes: Json;
          p_request_id?: string;
          p_shipment_id: string;
        };
        Returns: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'shipments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      change_shipments: {
        Args: {
          p_changes: Json;
          p_request_id?: string;
          p_shipment_ids: string[];
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'shipment_outcome.refusal'> | null;
          shipment_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shipment_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      change_store_state: {
        Args: {
          p_reopens_on?: string;
          p_request_id?: string;
          p_state: Database['public']['Enums']['store_state'];
          p_tenant_id: string;
        };
        Returns: {
          reopens_on: string | null;
          state: Database['public']['Enums']['store_state'] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'store_standing';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      choose_notifications: {
        Args: {
          p_channel: Database['public']['Enums']['notification_channel'];
          p_is_wanted: boolean;
          p_tenant_id: string;
        };
        Returns: {
          channel: Database['public']['Enums']['notification_channel'];
          is_wanted: boolean;
          stopped_numbers: string[];
        }[];
      };
      claim_call: {
        Args: {
          p_tenant_ids: string[];
        };
        Returns: {
          is_last_try: boolean | null;
          next_due_at: string | null;
          order_id: string | null;
          tenant_id: string | null;
          unanswered: number | null;
          waiting: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'claimed_call';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      claim_from_carrier: {
        Args: {
          p_claim: Json;
          p_request_id?: string;
          p_shipment_id: string;
        };
        Returns: {
          amount: number;
          answered_at: string | null;
          claimed_at: string | null;
          created_at: string;
          due_on: string;
          id: string;
          note: string;
          received: number | null;
          reference: string;
          shipment_id: string;
          state: Database['public']['Enums']['claim_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'carrier_claims';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      claim_order: {
        Args: {
          p_token: string;
        };
        Returns: string;
      };
      claim_owner_invitation: {
        Args: {
          p_claim: string;
          p_email?: string;
          p_token_hash: string;
        };
        Returns: {
          email: string | null;
          state: Database['public']['Enums']['owner_link_state'] | null;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'owner_claim';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      claim_staff_invitation: {
        Args: {
          p_claim: string;
          p_token_hash: string;
        };
        Returns: {
          email: string | null;
          state: Database['public']['Enums']['staff_invitation_state'] | null;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'staff_claim';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      close_day: {
        Args: {
          p_counted: Json;
          p_day: string;
          p_note?: string;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          closed_at: string;
          closed_by: string | null;
          day: string;
          id: string;
          is_opening: boolean;
          note: string;
          payment_differences: number;
          statement_differences: number;
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'day_closes';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      compare_payment_file: {
        Args: {
          p_provider: string;
          p_report: Json;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          compared_at: string;
          created_by: string | null;
          day: string;
          differences: number;
          id: string;
          provider: string;
          source: Database['public']['Enums']['payment_report_source'];
          tenant_id: string;
          transactions: number;
        };
        SetofOptions: {
          from: '*';
          to: 'payment_reports';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      compare_payments: {
        Args: {
          p_is_whole: boolean;
          p_provider: string;
          p_report: Json;
          p_tenant_ids: string[];
        };
        Returns: number;
      };
      confirm_order: {
        Args: {
          p_token: string;
        };
        Returns: string;
      };
      confirm_order_by_code: {
        Args: {
          p_code: string;
          p_number: string;
          p_tenant_id: string;
        };
        Returns: string;
      };
      consume_rate_limit: {
        Args: {
          p_client: string;
          p_limit_name: string;
          p_seconds: number;
          p_times: number;
        };
        Returns: boolean;
      };
      copy_to_stores: {
        Args: {
          p_from: string;
          p_kind: Database['public']['Enums']['copied_kind'];
          p_replace?: boolean;
          p_request_id?: string;
          p_to: string[];
          p_versions: string[];
        };
        Returns: {
          audit_ids: number[] | null;
          refusal: JsonColumn<'store_copy.refusal'> | null;
          tenant_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'store_copy';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      count_approval_requests: {
        Args: {
          p_tenant_ids: string[];
        };
        Returns: {
          news: number;
          waiting: number;
        }[];
      };
      count_user_factors: {
        Args: {
          p_tenant_id: string;
          p_user_ids: string[];
        };
        Returns: {
          factors: number;
          user_id: string;
        }[];
      };
      create_pay_link: {
        Args: {
          p_hours?: number;
          p_order_id: string;
          p_part?: number;
          p_request_id?: string;
        };
        Returns: {
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          draft_id: string | null;
          expires_at: string;
          id: string;
          order_id: string | null;
          paid_at: string | null;
          part: number | null;
          received_before: number;
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'pay_links';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      create_profile_with_tenant: {
        Args: {
          p_email: string;
          p_name: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: {
          avatar: string | null;
          created_at: string;
          email: string;
          id: string;
          language: string | null;
          metadata: JsonColumn<'profiles.metadata'>;
          name: string | null;
          office_language: string;
          points: number;
          redeemed_points: number;
          store_credit: number;
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'profiles';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      create_simple_profile: {
        Args: {
          p_email: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: {
          avatar: string | null;
          created_at: string;
          email: string;
          id: string;
          language: string | null;
          metadata: JsonColumn<'profiles.metadata'>;
          name: string | null;
          office_language: string;
          points: number;
          redeemed_points: number;
          store_credit: number;
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'profiles';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      create_store: {
        Args: {
          p_brand: Json;
          p_id: string;
          p_questions: Json;
          p_request_id?: string;
          p_settings: Json;
        };
        Returns: undefined;
      };
      credit_for_link: {
        Args: {
          p_tenant_id: string;
          p_token: string;
        };
        Returns: number;
      };
      customer_across_stores: {
        Args: {
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: {
          blocked_reason: string;
          delivered: number;
          last_order_at: string;
          name: string;
          orders: number;
          refused: number;
          same_email: boolean;
          same_phone: boolean;
          spent: number;
          tags: string[];
          tenant_id: string;
          user_id: string;
        }[];
      };
      customer_totals: {
        Args: {
          p_tenant_id: string;
          p_user_ids: string[];
        };
        Returns: {
          last_order_at: string;
          orders: number;
          revenue: number;
          user_id: string;
        }[];
      };
      customers_after: {
        Args: {
          p_after?: string;
          p_blocked?: boolean;
          p_limit?: number;
          p_search?: string;
          p_tag?: string;
          p_tenant_ids: string[];
        };
        Returns: {
          email: string;
          id: string;
          is_blocked: boolean;
          joined: string;
          last_order_at: string;
          name: string;
          orders: number;
          phone: string;
          points: number;
          spent: number;
          tags: string[];
          tenant_id: string;
        }[];
      };
      dashboard: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          best_sellers: Database['public']['CompositeTypes']['best_seller'][] | null;
          days: Database['public']['CompositeTypes']['sales_day'][] | null;
          latest: Database['public']['CompositeTypes']['latest_order'][] | null;
          low_stock: number | null;
          messages_waiting: number | null;
          money: Database['public']['CompositeTypes']['money_figures'] | null;
          notifications_held: number | null;
          orders: Database['public']['CompositeTypes']['order_count'][] | null;
          payments_to_confirm: number | null;
          problems_reported: number | null;
          refunds_due: number | null;
          reviews_waiting: number | null;
          running_out: Database['public']['CompositeTypes']['scarce_variant'][] | null;
          sales: Database['public']['CompositeTypes']['sales_span'][] | null;
          sold_out: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'dashboard_figures';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      day_acts: {
        Args: {
          p_day: string;
          p_tenant_ids: string[];
        };
        Returns: {
          actor: string;
          amount: number;
          entries: number;
          kind: Database['public']['Enums']['payment_entry_kind'];
          tenant_id: string;
        }[];
      };
      day_money: {
        Args: {
          p_day: string;
          p_tenant_ids: string[];
        };
        Returns: {
          came: number | null;
          counted: number | null;
          expected: number | null;
          fees: number | null;
          held: number | null;
          method: string | null;
          name: string | null;
          note: string | null;
          place: Database['public']['Enums']['money_place'] | null;
          tenant_id: string | null;
          went: number | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'day_money';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      decide_approval_request: {
        Args: {
          p_approve: boolean;
          p_id: string;
          p_request_id?: string;
          p_word?: string;
        };
        Returns: {
          act: Database['public']['Enums']['approval_act'];
          arguments: JsonColumn<'approval_requests.arguments'>;
          asked_at: string;
          asked_by: string;
          basis: JsonColumn<'approval_requests.basis'>;
          capability: string;
          customer_id: string | null;
          decided_at: string | null;
          decided_by: string | null;
          ended_because: string | null;
          facts: JsonColumn<'approval_requests.facts'>;
          id: string;
          needed: number;
          note: string;
          order_id: string | null;
          product_ids: string[];
          seen_at: string | null;
          state: Database['public']['Enums']['approval_state'];
          tenant_id: string;
          word: string;
        };
        SetofOptions: {
          from: '*';
          to: 'approval_requests';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      decide_edit: {
        Args: {
          p_accept: boolean;
          p_edit_id: string;
          p_request_id?: string;
        };
        Returns: {
          added: JsonColumn<'order_edits.added'>;
          applied_at: string | null;
          changes: JsonColumn<'order_edits.changes'>;
          created_at: string;
          decided_at: string | null;
          difference: number;
          fee_difference: number;
          id: string;
          number: number;
          order_id: string;
          reason: string;
          state: Database['public']['Enums']['order_edit_state'];
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'order_edits';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      decide_return: {
        Args: {
          p_answer?: string;
          p_approve: boolean;
          p_kind?: Database['public']['Enums']['return_kind'];
          p_request_id?: string;
          p_return_id: string;
        };
        Returns: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'returns';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      decide_returns: {
        Args: {
          p_answer?: string;
          p_approve: boolean;
          p_request_id?: string;
          p_return_ids: string[];
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'return_outcome.refusal'> | null;
          return_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'return_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      delete_account: {
        Args: {
          p_request_id?: string;
          p_tenant_id: string;
          p_user_id?: string;
        };
        Returns: undefined;
      };
      delete_staff_role: {
        Args: {
          p_id: string;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      deliver_shipments: {
        Args: {
          p_deliveries: Json;
          p_happened_at?: string;
          p_note?: string;
          p_request_id?: string;
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'shipment_outcome.refusal'> | null;
          shipment_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shipment_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      delivery_fees: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          days_from: number;
          days_to: number;
          fee: number;
          free_from: number;
          method: Database['public']['Enums']['shipping_method'];
          name: string;
          translations: JsonColumn<'delivery_fees.translations'>;
          zone_id: string;
        }[];
      };
      delivery_record: {
        Args: {
          p_phone?: string;
          p_tenant_id: string;
          p_user_id?: string;
        };
        Returns: {
          customer: Database['public']['CompositeTypes']['delivery_counts'] | null;
          phone: Database['public']['CompositeTypes']['delivery_counts'] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'delivery_history';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      demo_status: {
        Args: never;
        Returns: {
          open_accounts: number | null;
          present: boolean | null;
        };
        SetofOptions: {
          from: '*';
          to: 'demo_presence';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      demo_stores: {
        Args: never;
        Returns: {
          marked: string[] | null;
          own_owner: boolean | null;
        };
        SetofOptions: {
          from: '*';
          to: 'demo_marks';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      demo_summary: {
        Args: {
          p_keep_changed?: boolean;
        };
        Returns: {
          own_owner: boolean | null;
          stores: Database['public']['CompositeTypes']['demo_store_summary'][] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'demo_figures';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      discard_handover_scans: {
        Args: {
          p_request_id?: string;
          p_shipment_ids: string[];
        };
        Returns: undefined;
      };
      discount_use_counts: {
        Args: {
          p_ids: string[];
          p_tenant_id: string;
        };
        Returns: {
          discount_id: string;
          uses: number;
        }[];
      };
      due_holds: {
        Args: {
          p_limit?: number;
          p_order_id?: string;
        };
        Returns: {
          amount: number;
          attempt: number;
          attempt_id: string;
          authorization_id: string;
          payment_id: string;
          provider: string;
          session_id: string;
          tenant_id: string;
          todo: string;
        }[];
      };
      due_payments: {
        Args: {
          p_limit?: number;
        };
        Returns: {
          amount: number;
          attempt: number;
          attempt_back: number;
          back: number;
          payment_id: string;
          provider: string;
          reference: string;
          refund_id: string;
          session_id: string;
          tenant_id: string;
          todo: string;
          transaction_id: string;
        }[];
      };
      edit_order: {
        Args: {
          p_changes: Json;
          p_order_id: string;
          p_reason?: string;
          p_request_id?: string;
        };
        Returns: {
          added: JsonColumn<'order_edits.added'>;
          applied_at: string | null;
          changes: JsonColumn<'order_edits.changes'>;
          created_at: string;
          decided_at: string | null;
          difference: number;
          fee_difference: number;
          id: string;
          number: number;
          order_id: string;
          reason: string;
          state: Database['public']['Enums']['order_edit_state'];
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'order_edits';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      expire_approval_requests: {
        Args: never;
        Returns: undefined;
      };
      expire_order_mails: {
        Args: never;
        Returns: undefined;
      };
      export_personal_data: {
        Args: {
          p_tenant_id: string;
          p_user_id?: string;
        };
        Returns: JsonColumn<'export_personal_data'>;
      };
      fail_job: {
        Args: {
          p_attempt: number;
          p_error: string;
          p_job_id: number;
        };
        Returns: undefined;
      };
      failed_jobs: {
        Args: {
          p_limit?: number;
        };
        Returns: {
          attempts: number;
          created_at: string;
          id: number;
          key: string;
          kind: string;
          last_error: string;
          run_at: string;
          tenant_id: string;
        }[];
      };
      find_by_phone: {
        Args: {
          p_limit?: number;
          p_phone: string;
          p_tenant_ids: string[];
        };
        Returns: {
          about: string;
          id: string;
          kind: string;
          name: string;
          tenant_id: string;
        }[];
      };
      find_districts: {
        Args: {
          p_governorate?: Database['public']['Enums']['governorate'];
          p_limit?: number;
          p_query: string;
        };
        Returns: {
          governorate: Database['public']['Enums']['governorate'];
          id: string;
          is_exact: boolean;
          name: string;
          name_ar: string;
        }[];
      };
      find_orders: {
        Args: {
          p_limit?: number;
          p_tenant_ids: string[];
          p_text: string;
        };
        Returns: {
          about: string;
          found_by: string;
          id: string;
          number: string;
          tenant_id: string;
        }[];
      };
      find_page: {
        Args: {
          p_address: string;
          p_kind: Database['public']['Enums']['page_kind'];
          p_tenant_id: string;
        };
        Returns: {
          former_slugs: string[];
          id: string;
          is_deleted: boolean;
          slugs: JsonColumn<'find_page.slugs'>;
        }[];
      };
      find_scanned: {
        Args: {
          p_code: string;
          p_tenant_ids: string[];
        };
        Returns: {
          awaits_inspection: boolean | null;
          carrier_name: string | null;
          handled_at: string | null;
          handled_by: string | null;
          kind: Database['public']['Enums']['scan_kind'] | null;
          name: string | null;
          open_pieces: number | null;
          open_returns: number | null;
          order_id: string | null;
          order_line_id: string | null;
          order_number: string | null;
          order_status: Database['public']['Enums']['order_status'] | null;
          shipment_id: string | null;
          shipment_number: number | null;
          shipment_state: Database['public']['Enums']['shipment_state'] | null;
          tenant_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'scanned';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      finish_jobs: {
        Args: {
          p_attempts: number[];
          p_job_ids: number[];
        };
        Returns: undefined;
      };
      for_me: {
        Args: {
          p_limit?: number;
          p_tenant_ids: string[];
        };
        Returns: {
          about: string | null;
          approval_request_id: string | null;
          at: string | null;
          conversation_id: string | null;
          from_name: string | null;
          is_seen: boolean | null;
          kind: string | null;
          note: string | null;
          order_id: string | null;
          tenant_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'meant_for_me';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      free_delivery_varies: {
        Args: {
          p_tenant_id: string;
        };
        Returns: boolean;
      };
      get_highest_role: {
        Args: {
          p_tenant_id?: string;
          user_id: string;
        };
        Returns: string;
      };
      give_up_messages: {
        Args: {
          p_error: string;
          p_job_ids: number[];
        };
        Returns: undefined;
      };
      grant_staff_role: {
        Args: {
          p_all_stores?: boolean;
          p_ends_on?: string;
          p_role_id: string;
          p_starts_on?: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: {
          created_at: string;
          ends_on: string | null;
          granted_by: string | null;
          id: string;
          role_id: string;
          starts_on: string;
          tenant_id: string | null;
          user_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'staff_grants';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      hold_refused: {
        Args: {
          p_payment_id: string;
        };
        Returns: undefined;
      };
      import_customers: {
        Args: {
          p_customers: Json;
          p_dry?: boolean;
          p_import: Json;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          import_id: string | null;
          records: Database['public']['CompositeTypes']['imported_record'][] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'store_import_result';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      import_orders: {
        Args: {
          p_dry?: boolean;
          p_import: Json;
          p_orders: Json;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          import_id: string | null;
          records: Database['public']['CompositeTypes']['imported_record'][] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'store_import_result';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      import_products: {
        Args: {
          p_change_id?: string;
          p_create_categories?: boolean;
          p_dry: boolean;
          p_request_id?: string;
          p_rows: Json;
          p_seen?: Json;
          p_tenant_id: string;
        };
        Returns: {
          change_id: string | null;
          rows: Database['public']['CompositeTypes']['imported_row'][] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'product_import_result';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      inspect_shipment: {
        Args: {
          p_lines?: Json;
          p_request_id?: string;
          p_shipment_id: string;
        };
        Returns: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'shipments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      inspect_shipments: {
        Args: {
          p_request_id?: string;
          p_shipment_ids: string[];
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'shipment_outcome.refusal'> | null;
          shipment_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shipment_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      invite_owner: {
        Args: {
          p_email?: string;
          p_token_hash: string;
        };
        Returns: string;
      };
      invite_staff: {
        Args: {
          p_all_stores?: boolean;
          p_email: string;
          p_ends_on?: string;
          p_language: string;
          p_role_ids: string[];
          p_starts_on?: string;
          p_tenant_id: string;
          p_tenant_ids: string[];
          p_token_hash: string;
        };
        Returns: string;
      };
      is_staging_copy: {
        Args: never;
        Returns: boolean;
      };
      is_store_preview: {
        Args: {
          p_tenant_id: string;
          p_token: string;
        };
        Returns: boolean;
      };
      keep_call: {
        Args: {
          p_order_id: string;
        };
        Returns: boolean;
      };
      lacks_second_factor: {
        Args: never;
        Returns: boolean;
      };
      line_aftercare: {
        Args: {
          p_order_id: string;
        };
        Returns: {
          exchanges: boolean;
          exchanges_product: boolean;
          fault_until: string;
          gives_back: boolean;
          order_line_id: string;
          pieces: number;
          return_until: string;
        }[];
      };
      list_approval_requests: {
        Args: {
          p_tenant_ids: string[];
          p_whose?: string;
        };
        Returns: {
          act: Database['public']['Enums']['approval_act'];
          asked_at: string;
          asked_by: string;
          assignee: string;
          assignee_name: string;
          customer_id: string;
          decided_at: string;
          decided_by: string;
          ended_because: string;
          facts: JsonColumn<'list_approval_requests.facts'>;
          id: string;
          is_news: boolean;
          is_own: boolean;
          may_decide: boolean;
          needed: number;
          note: string;
          order_id: string;
          product_ids: string[];
          state: Database['public']['Enums']['approval_state'];
          tenant_id: string;
          word: string;
        }[];
      };
      list_capabilities: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          capability: string;
          ceiling_unit: string;
          needs: string[];
        }[];
      };
      list_customers: {
        Args: {
          p_blocked?: boolean;
          p_limit?: number;
          p_offset?: number;
          p_search?: string;
          p_sort?: string;
          p_tag?: string;
          p_tenant_ids: string[];
        };
        Returns: {
          email: string;
          found: number;
          id: string;
          is_blocked: boolean;
          joined: string;
          last_order_at: string;
          name: string;
          orders: number;
          phone: string;
          points: number;
          spent: number;
          tags: string[];
          tenant_id: string;
        }[];
      };
      list_staff: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          email: string;
          factors: number;
          in_all_stores: boolean;
          joined: string;
          name: string;
          role: Database['public']['Enums']['user_role'];
          user_id: string;
        }[];
      };
      list_staff_invitations: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          all_stores: boolean;
          created_at: string;
          email: string;
          ends_on: string;
          expires_at: string;
          id: string;
          invited_by: string;
          role_ids: string[];
          starts_on: string;
          tenant_ids: string[];
        }[];
      };
      list_staff_rights: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          capability: string;
          ceiling: number;
          email: string;
          ends_on: string;
          name: string;
          role: Database['public']['Enums']['user_role'];
          role_id: string;
          user_id: string;
        }[];
      };
      list_staff_roles: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          capabilities: string[];
          ceilings: JsonColumn<'list_staff_roles.ceilings'>;
          id: string;
          key: string;
          name: string;
          needs_second_factor: boolean;
          translations: JsonColumn<'list_staff_roles.translations'>;
          version: number;
        }[];
      };
      log_export: {
        Args: {
          p_list: string;
          p_request_id?: string;
          p_tenant_ids: string[];
        };
        Returns: undefined;
      };
      lose_shipment: {
        Args: {
          p_note?: string;
          p_request_id?: string;
          p_send_again: boolean;
          p_shipment_id: string;
        };
        Returns: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'shipments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      mark_conversation: {
        Args: {
          p_answered?: boolean;
          p_conversation_id: string;
          p_open?: boolean;
        };
        Returns: undefined;
      };
      mark_demo: {
        Args: {
          p_demo: Json;
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      mark_orders_printed: {
        Args: {
          p_order_ids: string[];
          p_request_id?: string;
        };
        Returns: {
          cancelled: number;
          color: string | null;
          credited: number;
          customization: JsonColumn<'order_lines.customization'> | null;
          customization_id: string | null;
          delivered: number;
          discount_recounted: number;
          discount_share: number;
          edit_id: string | null;
          garment: string | null;
          has_design: boolean;
          id: string;
          image: string | null;
          kept: number;
          name: string;
          net: number;
          offer_share: number;
          offers: JsonColumn<'order_lines.offers'>;
          options: JsonColumn<'order_lines.options'>;
          order_id: string;
          packed: number;
          points_share: number;
          position: number;
          printed: number;
          product_id: string | null;
          quantity: number;
          returned: number;
          returned_to_sender: number;
          sent: number;
          size: string | null;
          sku: string | null;
          tax_rate: number;
          tax_share: number;
          tenant_id: string;
          to_print: number;
          total: number;
          translations: JsonColumn<'order_lines.translations'>;
          type: string | null;
          unit_price: number;
          variant_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'order_lines';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      mark_printed: {
        Args: {
          p_lines: Json;
          p_reason?: string;
          p_request_id?: string;
        };
        Returns: {
          cancelled: number;
          color: string | null;
          credited: number;
          customization: JsonColumn<'order_lines.customization'> | null;
          customization_id: string | null;
          delivered: number;
          discount_recounted: number;
          discount_share: number;
          edit_id: string | null;
          garment: string | null;
          has_design: boolean;
          id: string;
          image: string | null;
          kept: number;
          name: string;
          net: number;
          offer_share: number;
          offers: JsonColumn<'order_lines.offers'>;
          options: JsonColumn<'order_lines.options'>;
          order_id: string;
          packed: number;
          points_share: number;
          position: number;
          printed: number;
          product_id: string | null;
          quantity: number;
          returned: number;
          returned_to_sender: number;
          sent: number;
          size: string | null;
          sku: string | null;
          tax_rate: number;
          tax_share: number;
          tenant_id: string;
          to_print: number;
          total: number;
          translations: JsonColumn<'order_lines.translations'>;
          type: string | null;
          unit_price: number;
          variant_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'order_lines';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      mark_seen: {
        Args: {
          p_conversation_id?: string;
          p_order_id?: string;
          p_tenant_ids: string[];
        };
        Returns: undefined;
      };
      month_figures: {
        Args: {
          p_month: string;
          p_tenant_id: string;
        };
        Returns: {
          carriers: Database['public']['CompositeTypes']['held_cash'][];
          documents: Database['public']['CompositeTypes']['month_document'][];
          money: Database['public']['CompositeTypes']['month_money'][];
          vat: Database['public']['CompositeTypes']['month_vat'][];
        }[];
      };
      morning: {
        Args: {
          p_day?: string;
          p_tenant_ids?: string[];
        };
        Returns: {
          amount: number;
          amount_before: number;
          entries: number;
          entries_before: number;
          figure: Database['public']['Enums']['morning_figure'];
          tenant_id: string;
        }[];
      };
      morning_mails_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          amount: number;
          amount_before: number;
          day: string;
          email: string;
          entries: number;
          entries_before: number;
          figure: Database['public']['Enums']['morning_figure'];
          job_id: number;
          language: string;
          tenant_id: string;
        }[];
      };
      morning_rows: {
        Args: {
          p_day?: string;
          p_figure: Database['public']['Enums']['morning_figure'];
          p_limit?: number;
          p_offset?: number;
          p_tenant_ids?: string[];
        };
        Returns: {
          all_entries: number;
          amount: number;
          detail: string;
          happened_at: string;
          label: string;
          part_id: string;
          status: Database['public']['Enums']['order_status'];
          subject: Database['public']['Enums']['morning_subject'];
          subject_id: string;
          tenant_id: string;
          translations: JsonColumn<'morning_rows.translations'>;
        }[];
      };
      move_shipments: {
        Args: {
          p_cash?: number;
          p_happened_at?: string;
          p_note?: string;
          p_request_id?: string;
          p_shipment_ids: string[];
          p_state: Database['public']['Enums']['shipment_state'];
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'shipment_outcome.refusal'> | null;
          shipment_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shipment_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      my_morning_mail: {
        Args: never;
        Returns: number;
      };
      my_workplaces: {
        Args: never;
        Returns: {
          capabilities: string[];
          tenant_id: string;
        }[];
      };
      next_banner_change: {
        Args: {
          p_tenant_id: string;
        };
        Returns: string;
      };
      notification_choices: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          channel: Database['public']['Enums']['notification_channel'];
          is_wanted: boolean;
          stopped_numbers: string[];
        }[];
      };
      offer_use_counts: {
        Args: {
          p_ids: string[];
          p_tenant_id: string;
        };
        Returns: {
          given: number;
          offer_id: string;
          revenue: number;
          uses: number;
        }[];
      };
      opening_alerts_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          email: string;
          id: string;
          language: string;
          tenant_id: string;
        }[];
      };
      operations_status: {
        Args: never;
        Returns: {
          database_bytes: number | null;
          differences: Database['public']['CompositeTypes']['difference_counts'] | null;
          jobs: Database['public']['CompositeTypes']['job_counts'] | null;
          mails: Database['public']['CompositeTypes']['notification_counts'] | null;
          orders: Database['public']['CompositeTypes']['state_count'][] | null;
          payments: Database['public']['CompositeTypes']['state_count'][] | null;
          payments_stuck: number | null;
          phones_held: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'operations_figures';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      order_banners: {
        Args: {
          p_ids: string[];
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      order_by_key: {
        Args: {
          p_idempotency_key: string;
          p_tenant_id: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      order_by_link: {
        Args: {
          p_token: string;
        };
        Returns: {
          cash_due: number;
          charged: number;
          lines: Database['public']['CompositeTypes']['linked_line'][];
          number: string;
          shipments: Database['public']['CompositeTypes']['linked_shipment'][];
          status: Database['public']['Enums']['order_status'];
        }[];
      };
      order_faq_questions: {
        Args: {
          p_ids: string[];
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      order_holds: {
        Args: {
          p_order_id: string;
        };
        Returns: {
          amount: number;
          held_until: string;
        }[];
      };
      order_notification_done: {
        Args: {
          p_error?: string;
          p_is_final?: boolean;
          p_message_id: string;
          p_reference?: string;
          p_sent: boolean;
        };
        Returns: undefined;
      };
      order_notifications_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: JsonColumn<'order_notifications_to_send'>[];
      };
      order_people: {
        Args: {
          p_order_id: string;
        };
        Returns: {
          customer: Database['public']['CompositeTypes']['delivery_counts'] | null;
          names: Database['public']['CompositeTypes']['person_name'][] | null;
          phone: Database['public']['CompositeTypes']['delivery_counts'] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'people_of_order';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      order_queue_counts: {
        Args: {
          p_tenant_ids: string[];
        };
        Returns: {
          orders: number;
          queue: Database['public']['Enums']['order_queue'];
          tenant_id: string;
        }[];
      };
      order_tags_in_use: {
        Args: {
          p_tenant_ids: string[];
        };
        Returns: {
          folded: string;
          orders: number;
          tag: string;
        }[];
      };
      orders_found_by_phone: {
        Args: {
          p_phone: string;
          p_tenant_ids: string[];
        };
        Returns: string[];
      };
      overrule_cash_rule: {
        Args: {
          p_order_id: string;
          p_reason: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      owner_alerts_sent: {
        Args: {
          p_alert_ids: string[];
        };
        Returns: undefined;
      };
      owner_alerts_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          actor_name: string;
          alert_ids: string[];
          email: string;
          id: string;
          items: JsonColumn<'owner_alerts_to_send.items'>;
          language: string;
          tenant_id: string;
        }[];
      };
      pack_order: {
        Args: {
          p_lines?: Json;
          p_order_id: string;
          p_request_id?: string;
          p_shipment?: Json;
        };
        Returns: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'shipments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      pack_orders: {
        Args: {
          p_order_ids: string[];
          p_request_id?: string;
          p_shipment?: Json;
        };
        Returns: {
          order_id: string | null;
          refusal: JsonColumn<'shipment_outcome.refusal'> | null;
          shipment_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'shipment_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      pay_link_folder: {
        Args: {
          p_tenant_id: string;
          p_token: string;
        };
        Returns: string;
      };
      pay_link_message_done: {
        Args: {
          p_error?: string;
          p_message_id: string;
          p_sent: boolean;
        };
        Returns: undefined;
      };
      pay_link_order: {
        Args: {
          p_tenant_id: string;
          p_token: string;
        };
        Returns: string;
      };
      pay_link_page: {
        Args: {
          p_language: string;
          p_tenant_id: string;
          p_token: string;
        };
        Returns: {
          amount: number | null;
          bank_details: string | null;
          change: number | null;
          change_reason: string | null;
          closed_payments: string[] | null;
          delivery: number | null;
          expires_at: string | null;
          gift: number | null;
          goods: number | null;
          is_draft: boolean | null;
          lines: Database['public']['CompositeTypes']['pay_link_line'][] | null;
          number: string | null;
          received: number | null;
          reduction: number | null;
          state: Database['public']['Enums']['pay_link_state'] | null;
          takes_transfer: boolean | null;
          total: number | null;
          transfer_answer: string | null;
          transfer_state: Database['public']['Enums']['transfer_state'] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'pay_link_view';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      pay_link_with_credit: {
        Args: {
          p_amount: number;
          p_request_id?: string;
          p_tenant_id: string;
          p_token: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      pay_links_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          amount: number;
          channel: Database['public']['Enums']['notification_channel'];
          expires_at: string;
          id: string;
          language: string;
          number: string;
          person: string;
          recipient: string;
          tenant_id: string;
          token: string;
        }[];
      };
      payment_by_link: {
        Args: {
          p_amount: number;
          p_method: string;
          p_provider: string;
          p_tenant_id: string;
          p_token: string;
        };
        Returns: {
          amount: number;
          attempt: number;
          attempt_id: string | null;
          authorization_id: string | null;
          came_currency: string | null;
          capture_amount: number | null;
          created_at: string;
          currency: string;
          declined_at: string | null;
          expires_at: string;
          held_amount: number | null;
          held_until: string | null;
          id: string;
          integration: string | null;
          is_to_release: boolean;
          looked_at: string;
          method: string;
          order_id: string;
          paid_at: string | null;
          provider: string;
          received_amount: number | null;
          returned_amount: number;
          session_id: string | null;
          session_url: string | null;
          status: Database['public']['Enums']['provider_payment_status'];
          tenant_id: string;
          transaction_id: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'payments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      payment_opened: {
        Args: {
          p_integration?: string;
          p_payment_id: string;
          p_session_id: string;
          p_session_url: string;
        };
        Returns: boolean;
      };
      payment_to_start: {
        Args: {
          p_amount?: number;
          p_method?: string;
          p_order_id: string;
          p_provider?: string;
          p_user_id: string;
        };
        Returns: {
          amount: number;
          attempt: number;
          attempt_id: string | null;
          authorization_id: string | null;
          came_currency: string | null;
          capture_amount: number | null;
          created_at: string;
          currency: string;
          declined_at: string | null;
          expires_at: string;
          held_amount: number | null;
          held_until: string | null;
          id: string;
          integration: string | null;
          is_to_release: boolean;
          looked_at: string;
          method: string;
          order_id: string;
          paid_at: string | null;
          provider: string;
          received_amount: number | null;
          returned_amount: number;
          session_id: string | null;
          session_url: string | null;
          status: Database['public']['Enums']['provider_payment_status'];
          tenant_id: string;
          transaction_id: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'payments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      payments_of_day: {
        Args: {
          p_day: string;
          p_provider: string;
          p_tenant_ids: string[];
        };
        Returns: {
          payment_id: string;
          session_id: string;
          tenant_id: string;
          transaction_id: string;
        }[];
      };
      place_order: {
        Args: {
          p_order: Json;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      place_order_for: {
        Args: {
          p_order: Json;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      place_test_order: {
        Args: {
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      postpone_jobs: {
        Args: {
          p_attempts: number[];
          p_job_ids: number[];
          p_seconds: number;
        };
        Returns: undefined;
      };
      preview_copy: {
        Args: {
          p_from: string;
          p_kind: Database['public']['Enums']['copied_kind'];
          p_replace?: boolean;
          p_to: string[];
        };
        Returns: {
          becomes: JsonColumn<'preview_copy.becomes'>;
          key: string;
          now: JsonColumn<'preview_copy.now'>;
          tenant_id: string;
          version: string;
        }[];
      };
      preview_order_notification: {
        Args: {
          p_kind: Database['public']['Enums']['order_notification_kind'];
          p_order_id: string;
        };
        Returns: JsonColumn<'preview_order_notification'>;
      };
      print_again: {
        Args: {
          p_lines: Json;
          p_reason: string;
          p_request_id?: string;
        };
        Returns: {
          cancelled: number;
          color: string | null;
          credited: number;
          customization: JsonColumn<'order_lines.customization'> | null;
          customization_id: string | null;
          delivered: number;
          discount_recounted: number;
          discount_share: number;
          edit_id: string | null;
          garment: string | null;
          has_design: boolean;
          id: string;
          image: string | null;
          kept: number;
          name: string;
          net: number;
          offer_share: number;
          offers: JsonColumn<'order_lines.offers'>;
          options: JsonColumn<'order_lines.options'>;
          order_id: string;
          packed: number;
          points_share: number;
          position: number;
          printed: number;
          product_id: string | null;
          quantity: number;
          returned: number;
          returned_to_sender: number;
          sent: number;
          size: string | null;
          sku: string | null;
          tax_rate: number;
          tax_share: number;
          tenant_id: string;
          to_print: number;
          total: number;
          translations: JsonColumn<'order_lines.translations'>;
          type: string | null;
          unit_price: number;
          variant_id: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'order_lines';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      product_facets: {
        Args: {
          p_attributes?: string[];
          p_brands?: string[];
          p_category_ids?: string[];
          p_colors?: string[];
          p_featured?: boolean;
          p_genders?: string[];
          p_in_stock?: boolean;
          p_materials?: string[];
          p_max_price?: number;
          p_min_price?: number;
          p_new?: boolean;
          p_on_sale?: boolean;
          p_search?: string;
          p_sizes?: string[];
          p_tenant_id: string;
          p_types?: string[];
        };
        Returns: {
          facet: string;
          highest: number;
          label: string;
          lowest: number;
          products: number;
          value: string;
        }[];
      };
      proposed_carriers: {
        Args: {
          p_order_ids: string[];
          p_tenant_id: string;
        };
        Returns: {
          carrier: string;
          order_id: string;
        }[];
      };
      proven_customers: {
        Args: {
          p_tenant_id: string;
          p_typed: string;
        };
        Returns: string[];
      };
      queue_morning_mails: {
        Args: never;
        Returns: undefined;
      };
      quote_cancellation: {
        Args: {
          p_lines?: Json;
          p_order_id: string;
        };
        Returns: {
          charged: number;
          charged_then: number;
          delivery_owed: number;
          discount_owed: number;
          goes_back: number;
        }[];
      };
      quote_delivery: {
        Args: {
          p_lines: Json;
          p_shipment_id: string;
        };
        Returns: number;
      };
      quote_edit: {
        Args: {
          p_changes: Json;
          p_order_id: string;
        };
        Returns: {
          cash: Database['public']['Enums']['cash_requirement'];
          difference: number;
          problems: JsonColumn<'quote_edit.problems'>;
          total: number;
        }[];
      };
      quote_exchange: {
        Args: {
          p_lines: Json;
          p_order_id: string;
          p_payment_method: Database['public']['Enums']['payment_method'];
          p_shipping_method?: Database['public']['Enums']['shipping_method'];
        };
        Returns: {
          delivery: number;
          due: number;
          goes_back: number;
          goods: number;
          worth: number;
        }[];
      };
      quote_order: {
        Args: {
          p_order: Json;
        };
        Returns: {
          cash: Database['public']['CompositeTypes']['cash_demand'] | null;
          closed_payments: string[] | null;
          deposit_closed_payments: string[] | null;
          discount_code: string | null;
          discount_kind: Database['public']['Enums']['discount_kind'] | null;
          discount_total: number | null;
          gift_total: number | null;
          lines: Database['public']['CompositeTypes']['quoted_line'][] | null;
          nearly: Database['public']['CompositeTypes']['nearly_offer'][] | null;
          offer_total: number | null;
          offers: Database['public']['CompositeTypes']['quoted_offer'][] | null;
          outdone_code: string | null;
          points_balance: number | null;
          points_earned: number | null;
          points_usable: number | null;
          points_used: number | null;
          points_value: number | null;
          problems: JsonColumn<'order_quote.problems'> | null;
          shipping: Database['public']['CompositeTypes']['delivery_way'][] | null;
          shipping_total: number | null;
          store_credit: number | null;
          store_credit_balance: number | null;
          subtotal: number | null;
          total: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'order_quote';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      quote_size_replacement: {
        Args: {
          p_lines: Json;
          p_order_id: string;
          p_payment_method: Database['public']['Enums']['payment_method'];
          p_shipping_method?: Database['public']['Enums']['shipping_method'];
        };
        Returns: {
          delivery: number;
          goes_back: number;
          goods: number;
          total: number;
        }[];
      };
      read_owner_invitation: {
        Args: {
          p_token_hash: string;
        };
        Returns: {
          email: string | null;
          is_owner: boolean | null;
          state: Database['public']['Enums']['owner_link_state'] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'owner_invitation';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      read_staff_invitation: {
        Args: {
          p_token_hash: string;
        };
        Returns: {
          all_stores: boolean | null;
          email: string | null;
          expires_at: string | null;
          has_account: boolean | null;
          state: Database['public']['Enums']['staff_invitation_state'] | null;
          stores: string[] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'staff_invitation';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      read_statement: {
        Args: {
          p_statement: Json;
          p_tenant_id: string;
        };
        Returns: {
          expected: number | null;
          fee: number | null;
          kind: Database['public']['Enums']['statement_line_kind'] | null;
          name: string | null;
          pieces: number | null;
          place: number | null;
          shipment_id: string | null;
          stated: number | null;
          taken: JsonColumn<'statement_line.taken'> | null;
          tracking_number: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'statement_line';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      receive_return: {
        Args: {
          p_lines: Json;
          p_request_id?: string;
          p_return_id: string;
        };
        Returns: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'returns';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      record_call: {
        Args: {
          p_next_at?: string;
          p_note?: string;
          p_order_id: string;
          p_outcome: Database['public']['Enums']['call_outcome'];
          p_request_id?: string;
        };
        Returns: {
          called_at: string;
          called_by: string | null;
          id: string;
          next_at: string | null;
          note: string;
          order_id: string;
          outcome: Database['public']['Enums']['call_outcome'];
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'order_calls';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      record_notification_event: {
        Args: {
          p_channel: Database['public']['Enums']['notification_channel'];
          p_error?: string;
          p_message_id?: string;
          p_reference: string;
          p_state: string;
        };
        Returns: string;
      };
      record_opt_out: {
        Args: {
          p_channel: Database['public']['Enums']['notification_channel'];
          p_is_out: boolean;
          p_recipient: string;
        };
        Returns: undefined;
      };
      record_payment: {
        Args: {
          p_order_id: string;
          p_outcome: string;
          p_reference?: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      record_payment_event: {
        Args: {
          p_amount?: number;
          p_currency?: string;
          p_event_id: string;
          p_held_until?: string;
          p_integration?: string;
          p_kind: string;
          p_outcome: string;
          p_parent_id?: string;
          p_payment_id?: string;
          p_provider?: string;
          p_reference?: string;
          p_refund_id?: string;
          p_session_id?: string;
          p_tenant_ids?: string[];
          p_transaction_id?: string;
        };
        Returns: string;
      };
      record_shipment_event: {
        Args: {
          p_carrier: string;
          p_carrier_state?: string;
          p_cash?: number;
          p_happened_at?: string;
          p_note?: string;
          p_state?: Database['public']['Enums']['shipment_state'];
          p_tenant_id: string;
          p_tracking_number: string;
        };
        Returns: string;
      };
      record_store_check: {
        Args: {
          p_check: Database['public']['Enums']['store_check'];
          p_problem: string;
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      redeem_owner_invitation: {
        Args: {
          p_claim: string;
          p_token_hash: string;
          p_user_id: string;
        };
        Returns: {
          other_owners: Database['public']['CompositeTypes']['owner_contact'][] | null;
          state: Database['public']['Enums']['owner_link_state'] | null;
          was_owner: boolean | null;
        };
        SetofOptions: {
          from: '*';
          to: 'owner_redemption';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      redeem_points: {
        Args: {
          p_points: number;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          code: string;
          created_at: string;
          description: string;
          ends_at: string | null;
          id: string;
          is_active: boolean;
          is_public: boolean;
          kind: Database['public']['Enums']['discount_kind'];
          minimum_subtotal: number;
          per_person_limit: number | null;
          starts_at: string | null;
          tenant_id: string;
          total_limit: number | null;
          translations: JsonColumn<'discounts.translations'>;
          updated_at: string;
          user_id: string | null;
          value: number;
          version: number;
        };
        SetofOptions: {
          from: '*';
          to: 'discounts';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      redeem_staff_invitation: {
        Args: {
          p_claim: string;
          p_token_hash: string;
          p_user_id: string;
        };
        Returns: Database['public']['Enums']['staff_invitation_state'];
      };
      redirected_page: {
        Args: {
          p_path: string;
          p_tenant_id: string;
        };
        Returns: {
          id: string;
          kind: Database['public']['Enums']['page_kind'];
          slugs: JsonColumn<'redirected_page.slugs'>;
        }[];
      };
      refund_order: {
        Args: {
          p_order_id: string;
          p_refund: Json;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      refunds_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          amount: number;
          attempt: number;
          attempt_back: number;
          back: number;
          payment_id: string;
          provider: string;
          reference: string;
          refund_id: string;
          session_id: string;
          tenant_id: string;
          todo: string;
          transaction_id: string;
        }[];
      };
      reject_transfer: {
        Args: {
          p_reason: string;
          p_request_id?: string;
          p_transfer_id: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      release_call: {
        Args: {
          p_order_id: string;
        };
        Returns: boolean;
      };
      release_expired_reservations: {
        Args: {
          p_limit?: number;
        };
        Returns: number;
      };
      release_payment: {
        Args: {
          p_payment_id: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      remove_demo: {
        Args: {
          p_keep_changed?: boolean;
          p_request_id?: string;
        };
        Returns: {
          files: number | null;
          stores: Database['public']['CompositeTypes']['demo_store_removal'][] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'demo_removal';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      remove_store: {
        Args: {
          p_name: string;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      remove_test_order: {
        Args: {
          p_order_id: string;
          p_request_id?: string;
        };
        Returns: undefined;
      };
      remove_unsent_photos: {
        Args: {
          p_limit?: number;
        };
        Returns: number;
      };
      remove_user_factors: {
        Args: {
          p_request_id?: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: number;
      };
      renew_staff_invitation: {
        Args: {
          p_id: string;
          p_tenant_id: string;
          p_token_hash: string;
        };
        Returns: {
          all_stores: boolean | null;
          email: string | null;
          language: string | null;
          stores: string[] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'renewed_invitation';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      reply_address: {
        Args: {
          p_tenant_id: string;
        };
        Returns: string;
      };
      reply_mail_done: {
        Args: {
          p_error?: string;
          p_is_final?: boolean;
          p_message_id: string;
          p_sent: boolean;
        };
        Returns: undefined;
      };
      reply_to_conversation: {
        Args: {
          p_body: string;
          p_conversation_id: string;
          p_request_id?: string;
        };
        Returns: {
          body: string;
          conversation_id: string;
          created_at: string;
          id: string;
          sender: Database['public']['Enums']['message_sender'];
          tenant_id: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'messages';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      reply_to_mail: {
        Args: {
          p_message_id: string;
        };
        Returns: {
          asked_at: string;
          body: string;
          email: string;
          language: string;
          name: string;
          question: string;
          subject: string;
          tenant_id: string;
        }[];
      };
      report_categories: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          category_id: string;
          name: string;
          quantity: number;
          revenue: number;
          translations: JsonColumn<'report_categories.translations'>;
        }[];
      };
      report_customers: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          email: string;
          last_order_at: string;
          name: string;
          orders: number;
          revenue: number;
          user_id: string;
        }[];
      };
      report_discounts: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          code: string;
          discount_id: string;
          given: number;
          kind: Database['public']['Enums']['discount_kind'];
          revenue: number;
          uses: number;
        }[];
      };
      report_files: {
        Args: {
          p_limit?: number;
          p_tenant_id: string;
        };
        Returns: {
          email: string;
          files: number;
          megabytes: number;
          name: string;
          user_id: string;
        }[];
      };
      report_products: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          garment: string;
          image: string;
          name: string;
          orders: number;
          product_id: string;
          quantity: number;
          revenue: number;
          translations: JsonColumn<'report_products.translations'>;
        }[];
      };
      report_refused_carriers: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          carrier: string;
          fees: number;
          rate: number;
          refused: number;
          shipments: number;
          worth: number;
        }[];
      };
      report_refused_places: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          fees: number;
          governorate: string;
          rate: number;
          refused: number;
          shipments: number;
          worth: number;
        }[];
      };
      report_refused_products: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          fees: number;
          name: string;
          product_id: string;
          rate: number;
          refused: number;
          shipments: number;
          translations: JsonColumn<'report_refused_products.translations'>;
          worth: number;
        }[];
      };
      report_rows: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_report: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: JsonColumn<'report_rows'>;
      };
      report_rows_of_stores: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_report: string;
          p_tenant_ids: string[];
          p_to: string;
        };
        Returns: JsonColumn<'report_rows_of_stores'>;
      };
      report_sales: {
        Args: {
          p_bucket?: string;
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          bucket: string;
          discounts: number;
          orders: number;
          refunded: number;
          revenue: number;
          shipping: number;
        }[];
      };
      report_slots: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          capacity: number;
          day_of_week: number;
          days: number;
          from_time: string;
          orders: number;
          slot_id: string;
          to_time: string;
        }[];
      };
      report_stock: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          days_left: number;
          image: string;
          name: string;
          product_id: string;
          sku: string;
          sold: number;
          stock: number;
          translations: JsonColumn<'report_stock.translations'>;
          variant: string;
          variant_id: string;
          worth: number;
        }[];
      };
      report_totals: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          average: number;
          cancelled: number;
          cash_with_carriers: number;
          customers: number;
          delivered: number;
          discounts: number;
          items: number;
          new_customers: number;
          orders: number;
          points_value: number;
          refund_due: number;
          refunded: number;
          returned: number;
          revenue: number;
          shipping: number;
        }[];
      };
      report_totals_of_stores: {
        Args: {
          p_from: string;
          p_tenant_ids: string[];
          p_to: string;
        };
        Returns: {
          average: number;
          cancelled: number;
          cash_with_carriers: number;
          customers: number;
          delivered: number;
          discounts: number;
          items: number;
          new_customers: number;
          orders: number;
          points_value: number;
          refund_due: number;
          refunded: number;
          returned: number;
          revenue: number;
          shipping: number;
          tenant_id: string;
        }[];
      };
      report_variants: {
        Args: {
          p_from: string;
          p_limit?: number;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          cost: number;
          garment: string;
          image: string;
          name: string;
          orders: number;
          product_id: string;
          quantity: number;
          revenue: number;
          sku: string;
          translations: JsonColumn<'report_variants.translations'>;
          variant: string;
          variant_id: string;
        }[];
      };
      request_approval: {
        Args: {
          p_act: Database['public']['Enums']['approval_act'];
          p_arguments: Json;
          p_note?: string;
          p_request_id?: string;
        };
        Returns: string;
      };
      request_exchange: {
        Args: {
          p_idempotency_key: string;
          p_lines: Json;
          p_order_id: string;
          p_payment_method: Database['public']['Enums']['payment_method'];
          p_reason?: string;
          p_shipping_method?: Database['public']['Enums']['shipping_method'];
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      request_refund: {
        Args: {
          p_order_id: string;
          p_reason?: string;
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      request_return: {
        Args: {
          p_kind?: Database['public']['Enums']['return_kind'];
          p_lines?: Json;
          p_order_id: string;
          p_photos?: string[];
          p_reason: string;
          p_request_id?: string;
        };
        Returns: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'returns';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      request_size_replacement: {
        Args: {
          p_idempotency_key: string;
          p_lines: Json;
          p_order_id: string;
          p_payment_method: Database['public']['Enums']['payment_method'];
          p_shipping_method?: Database['public']['Enums']['shipping_method'];
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      resend_reply: {
        Args: {
          p_message_id: string;
          p_request_id?: string;
        };
        Returns: undefined;
      };
      resolve_difference: {
        Args: {
          p_accept?: boolean;
          p_id: string;
          p_note: string;
          p_request_id?: string;
        };
        Returns: {
          created_at: string;
          expected: number | null;
          fee: number;
          id: string;
          kind: Database['public']['Enums']['statement_line_kind'];
          note: string;
          pieces: number | null;
          resolved_at: string | null;
          resolved_by: string | null;
          settlement_id: string;
          shipment_id: string | null;
          stated: number | null;
          tenant_id: string;
          tracking_number: string;
        };
        SetofOptions: {
          from: '*';
          to: 'settlement_differences';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      resolve_difference_as_part: {
        Args: {
          p_id: string;
          p_lines: Json;
          p_note?: string;
          p_request_id?: string;
        };
        Returns: {
          created_at: string;
          expected: number | null;
          fee: number;
          id: string;
          kind: Database['public']['Enums']['statement_line_kind'];
          note: string;
          pieces: number | null;
          resolved_at: string | null;
          resolved_by: string | null;
          settlement_id: string;
          shipment_id: string | null;
          stated: number | null;
          tenant_id: string;
          tracking_number: string;
        };
        SetofOptions: {
          from: '*';
          to: 'settlement_differences';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      resolve_payment_difference: {
        Args: {
          p_id: string;
          p_note: string;
          p_request_id?: string;
        };
        Returns: {
          created_at: string;
          currency: string;
          expected: number | null;
          id: string;
          kind: Database['public']['Enums']['payment_difference_kind'];
          note: string;
          order_id: string | null;
          provider: string;
          resolved_at: string | null;
          resolved_by: string | null;
          stated: number | null;
          tenant_id: string;
          transaction_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'payment_differences';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      restore_deleted: {
        Args: {
          p_entity: string;
          p_entity_ids: string[];
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          above_ids: number[] | null;
          left: number | null;
          next: number | null;
          refusal: JsonColumn<'undone_changes.refusal'> | null;
          undone: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'undone_changes';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      retry_jobs: {
        Args: {
          p_job_ids: number[];
        };
        Returns: number;
      };
      revoke_staff_invitation: {
        Args: {
          p_id: string;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: undefined;
      };
      revoke_staff_role: {
        Args: {
          p_all_stores?: boolean;
          p_role_id: string;
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: boolean;
      };
      save_draft: {
        Args: {
          p_hours?: number;
          p_order: Json;
          p_request_id?: string;
          p_reserves?: boolean;
        };
        Returns: {
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          customer_email: string;
          customer_name: string;
          document: JsonColumn<'order_drafts.document'>;
          expires_at: string;
          id: string;
          order_id: string | null;
          paid_at: string | null;
          phone: string;
          pieces: number;
          prices: JsonColumn<'order_drafts.prices'>;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'order_drafts';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      save_product_variants: {
        Args: {
          p_options: Json;
          p_product_id: string;
          p_request_id?: string;
          p_variants: Json;
          p_version: number;
        };
        Returns: {
          attributes: JsonColumn<'products.attributes'>;
          brand: string | null;
          category_id: string | null;
          color: string | null;
          colors: string[];
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          discount: number | null;
          featured: boolean;
          gender: string | null;
          genders: string[];
          id: string;
          image_alts: JsonColumn<'products.image_alts'>;
          images: JsonColumn<'products.images'>;
          is_active: boolean;
          is_new: boolean;
          material: string | null;
          materials: string[];
          max_price: number | null;
          min_price: number | null;
          name: string;
          old_paths: string[];
          on_sale: boolean;
          original_price: number | null;
          page_slugs: JsonColumn<'products.page_slugs'>;
          price: number | null;
          product_type: string | null;
          rating: number | null;
          restocks: boolean;
          review_count: number;
          search: unknown;
          search_text: string;
          seo_description: string | null;
          seo_title: string | null;
          size: string | null;
          sizes: string[];
          slug: string | null;
          stock: number;
          tags: string[];
          tenant_id: string;
          translations: JsonColumn<'products.translations'>;
          type: string | null;
          types: string[];
          unit: string | null;
          updated_at: string;
          version: number;
          videos: JsonColumn<'products.videos'>;
        };
        SetofOptions: {
          from: '*';
          to: 'products';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      save_staff_role: {
        Args: {
          p_capabilities: string[];
          p_ceilings?: Json;
          p_id?: string;
          p_name: string;
          p_needs_second_factor?: boolean;
          p_request_id?: string;
          p_tenant_id: string;
          p_translations: Json;
          p_version?: number;
        };
        Returns: string;
      };
      scan_for_handover: {
        Args: {
          p_carrier_name?: string;
          p_request_id?: string;
          p_shipment_id: string;
        };
        Returns: {
          carrier_name: string;
          scanned_at: string;
          scanned_by: string;
          shipment_id: string;
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'handover_scans';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      schedule_job: {
        Args: {
          p_kind: string;
          p_seconds: number;
        };
        Returns: undefined;
      };
      search_products: {
        Args: {
          p_attributes?: string[];
          p_brands?: string[];
          p_category_ids?: string[];
          p_colors?: string[];
          p_featured?: boolean;
          p_genders?: string[];
          p_in_stock?: boolean;
          p_language?: string;
          p_limit?: number;
          p_materials?: string[];
          p_max_price?: number;
          p_min_price?: number;
          p_new?: boolean;
          p_offset?: number;
          p_on_sale?: boolean;
          p_search?: string;
          p_sizes?: string[];
          p_sort?: string;
          p_tenant_id: string;
          p_types?: string[];
        };
        Returns: {
          attributes: JsonColumn<'search_products.attributes'>;
          brand: string;
          category_id: string;
          category_name: string;
          color: string;
          created_at: string;
          description: string;
          discount: number;
          featured: boolean;
          gender: string;
          id: string;
          images: JsonColumn<'search_products.images'>;
          is_new: boolean;
          material: string;
          max_price: number;
          min_price: number;
          name: string;
          original_price: number;
          page_slugs: JsonColumn<'search_products.page_slugs'>;
          price: number;
          rating: number;
          review_count: number;
          size: string;
          stock: number;
          tenant_id: string;
          translations: JsonColumn<'search_products.translations'>;
          type: string;
          unit: string;
          updated_at: string;
          version: number;
          videos: JsonColumn<'search_products.videos'>;
        }[];
      };
      search_suggestions: {
        Args: {
          p_limit?: number;
          p_search: string;
          p_tenant_id: string;
        };
        Returns: {
          corrected: string;
          id: string;
          image: string;
          kind: string;
          label: string;
          max_price: number;
          original_price: number;
          page_slugs: JsonColumn<'search_suggestions.page_slugs'>;
          price: number;
          translations: JsonColumn<'search_suggestions.translations'>;
        }[];
      };
      see_approval_requests: {
        Args: {
          p_ids: string[];
        };
        Returns: boolean;
      };
      send_chat_message: {
        Args: {
          p_body: string;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          body: string;
          conversation_id: string;
          created_at: string;
          id: string;
          sender: Database['public']['Enums']['message_sender'];
          tenant_id: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'messages';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_contact_message: {
        Args: {
          p_client?: string;
          p_email: string;
          p_language?: string;
          p_message: string;
          p_name: string;
          p_subject: string;
          p_tenant_id: string;
        };
        Returns: string;
      };
      send_lost_again: {
        Args: {
          p_note?: string;
          p_request_id?: string;
          p_shipment_id: string;
        };
        Returns: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'shipments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_pay_link: {
        Args: {
          p_channel: Database['public']['Enums']['notification_channel'];
          p_language?: string;
          p_pay_link_id: string;
          p_request_id?: string;
        };
        Returns: {
          channel: Database['public']['Enums']['notification_channel'] | null;
          created_at: string;
          created_by: string | null;
          error: string;
          failed_at: string | null;
          id: string;
          language: string | null;
          pay_link_id: string;
          recipient: string;
          sent_at: string | null;
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'pay_link_messages';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_refund: {
        Args: {
          p_reference?: string;
          p_refund_id: string;
          p_request_id?: string;
          p_way: Database['public']['Enums']['refund_way'];
        };
        Returns: {
          amount: number;
          created_at: string;
          id: string;
          number: number;
          order_id: string;
          payment_id: string | null;
          reason: string;
          reference: string;
          return_id: string | null;
          sent_at: string | null;
          state: Database['public']['Enums']['refund_state'];
          tenant_id: string;
          updated_at: string;
          way: Database['public']['Enums']['refund_way'] | null;
        };
        SetofOptions: {
          from: '*';
          to: 'refunds';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_refunds: {
        Args: {
          p_refund_ids: string[];
          p_request_id?: string;
          p_way: Database['public']['Enums']['refund_way'];
        };
        Returns: {
          order_id: string | null;
          refund_id: string | null;
          refusal: JsonColumn<'refund_outcome.refusal'> | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'refund_outcome';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      send_return: {
        Args: {
          p_note?: string;
          p_request_id?: string;
          p_return_id: string;
        };
        Returns: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'returns';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_transfer_proof: {
        Args: {
          p_note?: string;
          p_order_id: string;
          p_photos: string[];
          p_request_id?: string;
        };
        Returns: {
          at_carrier: number;
          cash_reasons: JsonColumn<'orders.cash_reasons'>;
          cash_requirement: Database['public']['Enums']['cash_requirement'];
          channel: Database['public']['Enums']['order_channel'];
          charged: number;
          confirm_until: string | null;
          confirmed_at: string | null;
          confirmed_by: string | null;
          cost: number;
          created_at: string;
          customer_email: string;
          customer_name: string;
          days_from: number | null;
          days_to: number | null;
          delivered_at: string | null;
          deposit: number;
          destination: JsonColumn<'orders.destination'>;
          discount_code: string | null;
          discount_id: string | null;
          discount_total: number;
          gift_credited: number;
          gift_message: string;
          gift_tax: number;
          gift_total: number;
          gift_wrapped: boolean;
          given_back: number;
          goodwill: number;
          governorate: string | null;
          hides_prices: boolean;
          id: string;
          imported_from: Database['public']['Enums']['import_source'] | null;
          is_exchange: boolean;
          is_test: boolean;
          manual_discount: number;
          note: string;
          number: string;
          offer_total: number;
          online_method: string | null;
          payment_method: Database['public']['Enums']['payment_method'];
          payment_reference: string | null;
          payment_status: Database['public']['Enums']['payment_status'];
          points_earned: number;
          points_used: number;
          points_value: number;
          queues: Database['public']['Enums']['order_queue'][];
          received: number;
          replaces_order_id: string | null;
          reserved_until: string | null;
          shipping_credited: number;
          shipping_difference: number;
          shipping_method: Database['public']['Enums']['shipping_method'];
          shipping_recounted: number;
          shipping_tax: number;
          shipping_total: number;
          slot_date: string | null;
          slot_from: string | null;
          slot_id: string | null;
          slot_to: string | null;
          stage: Database['public']['Enums']['order_stage'];
          status: Database['public']['Enums']['order_status'];
          subtotal: number;
          tax_rate: number;
          tenant_id: string;
          total: number;
          updated_at: string;
          user_id: string | null;
        };
        SetofOptions: {
          from: '*';
          to: 'orders';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      set_morning_mail: {
        Args: {
          p_hour?: number;
          p_request_id?: string;
        };
        Returns: undefined;
      };
      set_user_role: {
        Args: {
          p_role: Database['public']['Enums']['user_role'];
          p_tenant_id: string;
          p_user_id: string;
        };
        Returns: Database['public']['Enums']['user_role'];
      };
      settle_cash: {
        Args: {
          p_request_id?: string;
          p_settlement: Json;
          p_tenant_id: string;
        };
        Returns: {
          amount: number;
          carrier: string;
          carrier_name: string;
          created_at: string;
          created_by: string | null;
          fee: number;
          id: string;
          reference: string;
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'settlements';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      settle_statement: {
        Args: {
          p_request_id?: string;
          p_statement: Json;
          p_tenant_id: string;
        };
        Returns: {
          amount: number;
          carrier: string;
          carrier_name: string;
          created_at: string;
          created_by: string | null;
          fee: number;
          id: string;
          reference: string;
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'settlements';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      share_pay_link: {
        Args: {
          p_pay_link_id: string;
        };
        Returns: string;
      };
      shipments_to_track: {
        Args: {
          p_every: Json;
        };
        Returns: {
          carrier: string;
          shipment_id: string;
          tenant_id: string;
          tracking_number: string;
        }[];
      };
      shipping_options: {
        Args: {
          p_city: string;
          p_governorate: string;
          p_grams?: number;
          p_subtotal?: number;
          p_tenant_id: string;
        };
        Returns: {
          cash_allowed: boolean;
          days_from: number;
          days_to: number;
          fee: number;
          free_from: number;
          method: Database['public']['Enums']['shipping_method'];
        }[];
      };
      shown_words: {
        Args: {
          p_language: string;
          p_tenant_id: string;
        };
        Returns: Database['public']['CompositeTypes']['shown_word'][];
      };
      slot_bookings: {
        Args: {
          p_from: string;
          p_tenant_id: string;
          p_to: string;
        };
        Returns: {
          booked: number;
          day: string;
          slot_id: string;
        }[];
      };
      slow_queries: {
        Args: {
          p_limit?: number;
        };
        Returns: {
          calls: number;
          max_ms: number;
          mean_ms: number;
          query: string;
          rows_returned: number;
          total_ms: number;
        }[];
      };
      staff_names: {
        Args: {
          p_tenant_id: string;
          p_user_ids: string[];
        };
        Returns: {
          name: string;
          user_id: string;
        }[];
      };
      staff_notifications_sent: {
        Args: {
          p_notification_ids: number[];
        };
        Returns: undefined;
      };
      staff_notifications_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          channel: Database['public']['Enums']['notification_channel'];
          email: string;
          id: string;
          items: JsonColumn<'staff_notifications_to_send.items'>;
          language: string;
          notification_ids: number[];
          phone: string;
          tenant_id: string;
          topic: Database['public']['Enums']['staff_topic'];
        }[];
      };
      stock_alerts_to_send: {
        Args: {
          p_job_ids: number[];
        };
        Returns: {
          email: string;
          id: string;
          language: string;
          person: string;
          product: string;
          product_id: string;
          tenant_id: string;
          variant: string;
          variant_id: string;
        }[];
      };
      store_carrier_areas: {
        Args: {
          p_areas: Json;
          p_carrier: string;
        };
        Returns: number;
      };
      store_opening: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          reopens_at: string;
          reopens_on: string;
          state: Database['public']['Enums']['store_state'];
        }[];
      };
      store_preview: {
        Args: {
          p_renew?: boolean;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: string;
      };
      store_readiness: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          amount: number;
          is_ready: boolean;
          item: string;
          level: Database['public']['Enums']['readiness_level'];
          names: string[];
        }[];
      };
      tag_orders: {
        Args: {
          p_add: string[];
          p_order_ids: string[];
          p_remove?: string[];
          p_request_id?: string;
        };
        Returns: number;
      };
      take_delivery_back: {
        Args: {
          p_request_id?: string;
          p_shipment_id: string;
        };
        Returns: {
          attempts: number;
          carrier: string;
          carrier_name: string;
          cash_collected: number | null;
          cash_due: number;
          created_at: string;
          delivered_at: string | null;
          handed_over_at: string | null;
          id: string;
          inspected_at: string | null;
          number: number;
          order_id: string;
          returned_to_sender_at: string | null;
          split_from: string | null;
          state: Database['public']['Enums']['shipment_state'];
          tenant_id: string;
          tracking_number: string | null;
          tracking_url: string | null;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'shipments';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      take_jobs: {
        Args: {
          p_keys?: string[];
          p_kinds: string[];
          p_limit?: number;
        };
        Returns: {
          attempt: number;
          id: number;
          key: string;
          kind: string;
          max_attempts: number;
          payload: JsonColumn<'take_jobs.payload'>;
          tenant_id: string;
        }[];
      };
      transfer_by_link: {
        Args: {
          p_amount: number;
          p_note?: string;
          p_photos: string[];
          p_tenant_id: string;
          p_token: string;
        };
        Returns: undefined;
      };
      unconfirmed_people: {
        Args: {
          p_tenant_ids: string[];
          p_user_ids: string[];
        };
        Returns: string[];
      };
      undo_changes: {
        Args: {
          p_before?: number;
          p_ids: number[];
          p_parts?: boolean;
          p_request_id?: string;
          p_tenant_id: string;
        };
        Returns: {
          above_ids: number[] | null;
          left: number | null;
          next: number | null;
          refusal: JsonColumn<'undone_changes.refusal'> | null;
          undone: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'undone_changes';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      undo_import: {
        Args: {
          p_import_id: string;
          p_request_id?: string;
        };
        Returns: number;
      };
      undo_product_change: {
        Args: {
          p_change_id: string;
          p_request_id?: string;
        };
        Returns: {
          above: number | null;
          left: number | null;
          more: boolean | null;
          refusal: JsonColumn<'product_undo_result.refusal'> | null;
          restored: number | null;
        };
        SetofOptions: {
          from: '*';
          to: 'product_undo_result';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      undoable_product_changes: {
        Args: {
          p_tenant_id: string;
        };
        Returns: {
          added: number;
          changed: number;
          deleted: number;
          id: string;
          made_at: string;
          made_by: string;
        }[];
      };
      unused_product_files: {
        Args: {
          p_names?: string[];
          p_tenant_id: string;
        };
        Returns: string[];
      };
      used_carriers: {
        Args: {
          p_tenant_ids: string[];
        };
        Returns: string[];
      };
      withdraw_edit: {
        Args: {
          p_edit_id: string;
          p_request_id?: string;
        };
        Returns: {
          added: JsonColumn<'order_edits.added'>;
          applied_at: string | null;
          changes: JsonColumn<'order_edits.changes'>;
          created_at: string;
          decided_at: string | null;
          difference: number;
          fee_difference: number;
          id: string;
          number: number;
          order_id: string;
          reason: string;
          state: Database['public']['Enums']['order_edit_state'];
          tenant_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'order_edits';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      withdraw_return: {
        Args: {
          p_request_id?: string;
          p_return_id: string;
        };
        Returns: {
          answer: string;
          closed_at: string | null;
          created_at: string;
          decided_at: string | null;
          exchange_used: number;
          id: string;
          kind: Database['public']['Enums']['return_kind'];
          number: number;
          order_id: string;
          photos: string[];
          reason: string;
          received_at: string | null;
          replacement_order_id: string | null;
          requested_by: string;
          state: Database['public']['Enums']['return_state'];
          tenant_id: string;
          updated_at: string;
        };
        SetofOptions: {
          from: '*';
          to: 'returns';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
    };
    Enums: DatabaseEnums;
    CompositeTypes: {
      best_seller: {
        garment: string | null;
        image: string | null;
        name: string | null;
        product_id: string | null;
        quantity: number | null;
        revenue: number | null;
        translations: JsonColumn<'best_seller.translations'> | null;
      };
      cash_demand: {
        deposit: number | null;
        hours: number | null;
        reasons: JsonColumn<'cash_demand.reasons'> | null;
        requirement: Database['public']['Enums']['cash_requirement'] | null;
      };
      claimed_call: {
        is_last_try: boolean | null;
        next_due_at: string | null;
        order_id: string | null;
        tenant_id: string | null;
        unanswered: number | null;
        waiting: number | null;
      };
      dashboard_figures: {
        best_sellers: Database['public']['CompositeTypes']['best_seller'][] | null;
        days: Database['public']['CompositeTypes']['sales_day'][] | null;
        latest: Database['public']['CompositeTypes']['latest_order'][] | null;
        low_stock: number | null;
        messages_waiting: number | null;
        money: Database['public']['CompositeTypes']['money_figures'] | null;
        notifications_held: number | null;
        orders: Database['public']['CompositeTypes']['order_count'][] | null;
        payments_to_confirm: number | null;
        problems_reported: number | null;
        refunds_due: number | null;
        reviews_waiting: number | null;
        running_out: Database['public']['CompositeTypes']['scarce_variant'][] | null;
        sales: Database['public']['CompositeTypes']['sales_span'][] | null;
        sold_out: number | null;
      };
      day_money: {
        came: number | null;
        counted: number | null;
        expected: number | null;
        fees: number | null;
        held: number | null;
        method: string | null;
        name: string | null;
        note: string | null;
        place: Database['public']['Enums']['money_place'] | null;
        tenant_id: string | null;
        went: number | null;
      };
      delivery_counts: {
        delivered: number | null;
        refused: number | null;
      };
      delivery_history: {
        customer: Database['public']['CompositeTypes']['delivery_counts'] | null;
        phone: Database['public']['CompositeTypes']['delivery_counts'] | null;
      };
      delivery_way: {
        cash_allowed: boolean | null;
        days_from: number | null;
        days_to: number | null;
        fee: number | null;
        free_from: number | null;
        method: Database['public']['Enums']['shipping_method'] | null;
      };
      demo_change: {
        kind: string | null;
        name: string | null;
      };
      demo_count: {
        fate: string | null;
        how_many: number | null;
        kind: string | null;
      };
      demo_figures: {
        own_owner: boolean | null;
        stores: Database['public']['CompositeTypes']['demo_store_summary'][] | null;
      };
      demo_marks: {
        marked: string[] | null;
        own_owner: boolean | null;
      };
      demo_presence: {
        open_accounts: number | null;
        present: boolean | null;
      };
      demo_removal: {
        files: number | null;
        stores: Database['public']['CompositeTypes']['demo_store_removal'][] | null;
      };
      demo_store_removal: {
        counts: Database['public']['CompositeTypes']['demo_count'][] | null;
        tenant_id: string | null;
      };
      demo_store_summary: {
        changed: Database['public']['CompositeTypes']['demo_change'][] | null;
        counts: Database['public']['CompositeTypes']['demo_count'][] | null;
        name: string | null;
        tenant_id: string | null;
      };
      difference_counts: {
        claims: number | null;
        payments: number | null;
        statements: number | null;
      };
      held_cash: {
        amount: number | null;
        carrier: string | null;
      };
      imported_record: {
        holes: JsonColumn<'imported_record.holes'> | null;
        number: string | null;
        outcome: Database['public']['Enums']['import_outcome'] | null;
        refusal: JsonColumn<'imported_record.refusal'> | null;
        row: number | null;
      };
      imported_row: {
        after: JsonColumn<'imported_row.after'> | null;
        before: JsonColumn<'imported_row.before'> | null;
        column: string | null;
        id: string | null;
        message: string | null;
        missing_category: string | null;
        name: string | null;
        new_category: string | null;
        outcome: Database['public']['Enums']['import_outcome'] | null;
        refusal: JsonColumn<'imported_row.refusal'> | null;
        row: number | null;
        unpriced: boolean | null;
      };
      job_counts: {
        failed: number | null;
        waiting: number | null;
      };
      latest_order: {
        created_at: string | null;
        customer_name: string | null;
        id: string | null;
        number: string | null;
        status: Database['public']['Enums']['order_status'] | null;
        total: number | null;
      };
      linked_line: {
        garment: string | null;
        id: string | null;
        name: string | null;
        quantity: number | null;
        translations: JsonColumn<'linked_line.translations'> | null;
      };
      linked_shipment: {
        carrier_name: string | null;
        number: number | null;
        tracking_number: string | null;
        tracking_url: string | null;
      };
      meant_for_me: {
        about: string | null;
        approval_request_id: string | null;
        at: string | null;
        conversation_id: string | null;
        from_name: string | null;
        is_seen: boolean | null;
        kind: string | null;
        note: string | null;
        order_id: string | null;
        tenant_id: string | null;
      };
      money_figures: {
        cash_overdue: number | null;
        cash_with_carriers: number | null;
        delivered: number | null;
        given_back: number | null;
        sold: number | null;
      };
      month_document: {
        by_rate: Database['public']['CompositeTypes']['rated_amount'][] | null;
        code: string | null;
        corrects: string | null;
        customer: string | null;
        issued_at: string | null;
        kind: Database['public']['Enums']['invoice_kind'] | null;
        net: number | null;
        order_number: string | null;
        tax: number | null;
        total: number | null;
      };
      month_money: {
        amount: number | null;
        entries: number | null;
        kind: Database['public']['Enums']['payment_entry_kind'] | null;
        method: Database['public']['Enums']['payment_method'] | null;
      };
      month_vat: {
        credited: Database['public']['CompositeTypes']['taxed_amount'] | null;
        invoiced: Database['public']['CompositeTypes']['taxed_amount'] | null;
        left: Database['public']['CompositeTypes']['taxed_amount'] | null;
        rate: number | null;
      };
      nearly_offer: {
        missing_amount: number | null;
        missing_pieces: number | null;
        name: string | null;
        offer_id: string | null;
        translations: JsonColumn<'nearly_offer.translations'> | null;
      };
      notification_counts: {
        given_up: number | null;
        late: number | null;
        sent: number | null;
        waiting: number | null;
      };
      operations_figures: {
        database_bytes: number | null;
        differences: Database['public']['CompositeTypes']['difference_counts'] | null;
        jobs: Database['public']['CompositeTypes']['job_counts'] | null;
        mails: Database['public']['CompositeTypes']['notification_counts'] | null;
        orders: Database['public']['CompositeTypes']['state_count'][] | null;
        payments: Database['public']['CompositeTypes']['state_count'][] | null;
        payments_stuck: number | null;
        phones_held: number | null;
      };
      order_count: {
        orders: number | null;
        status: Database['public']['Enums']['order_status'] | null;
      };
      order_quote: {
        cash: Database['public']['CompositeTypes']['cash_demand'] | null;
        closed_payments: string[] | null;
        deposit_closed_payments: string[] | null;
        discount_code: string | null;
        discount_kind: Database['public']['Enums']['discount_kind'] | null;
        discount_total: number | null;
        gift_total: number | null;
        lines: Database['public']['CompositeTypes']['quoted_line'][] | null;
        nearly: Database['public']['CompositeTypes']['nearly_offer'][] | null;
        offer_total: number | null;
        offers: Database['public']['CompositeTypes']['quoted_offer'][] | null;
        outdone_code: string | null;
        points_balance: number | null;
        points_earned: number | null;
        points_usable: number | null;
        points_used: number | null;
        points_value: number | null;
        problems: JsonColumn<'order_quote.problems'> | null;
        shipping: Database['public']['CompositeTypes']['delivery_way'][] | null;
        shipping_total: number | null;
        store_credit: number | null;
        store_credit_balance: number | null;
        subtotal: number | null;
        total: number | null;
      };
      owner_claim: {
        email: string | null;
        state: Database['public']['Enums']['owner_link_state'] | null;
        user_id: string | null;
      };
      owner_contact: {
        email: string | null;
        language: string | null;
      };
      owner_invitation: {
        email: string | null;
        is_owner: boolean | null;
        state: Database['public']['Enums']['owner_link_state'] | null;
      };
      owner_redemption: {
        other_owners: Database['public']['CompositeTypes']['owner_contact'][] | null;
        state: Database['public']['Enums']['owner_link_state'] | null;
        was_owner: boolean | null;
      };
      pay_link_line: {
        garment: string | null;
        id: string | null;
        image: string | null;
        name: string | null;
        options: JsonColumn<'pay_link_line.options'> | null;
        quantity: number | null;
        total: number | null;
        translations: JsonColumn<'pay_link_line.translations'> | null;
      };
      pay_link_view: {
        amount: number | null;
        bank_details: string | null;
        change: number | null;
        change_reason: string | null;
        closed_payments: string[] | null;
        delivery: number | null;
        expires_at: string | null;
        gift: number | null;
        goods: number | null;
        is_draft: boolean | null;
        lines: Database['public']['CompositeTypes']['pay_link_line'][] | null;
        number: string | null;
        received: number | null;
        reduction: number | null;
        state: Database['public']['Enums']['pay_link_state'] | null;
        takes_transfer: boolean | null;
        total: number | null;
        transfer_answer: string | null;
        transfer_state: Database['public']['Enums']['transfer_state'] | null;
      };
      people_of_order: {
        customer: Database['public']['CompositeTypes']['delivery_counts'] | null;
        names: Database['public']['CompositeTypes']['person_name'][] | null;
        phone: Database['public']['CompositeTypes']['delivery_counts'] | null;
      };
      person_name: {
        id: string | null;
        name: string | null;
      };
      product_change_result: {
        change_id: string | null;
        changed: number | null;
      };
      product_import_result: {
        change_id: string | null;
        rows: Database['public']['CompositeTypes']['imported_row'][] | null;
      };
      product_undo_result: {
        above: number | null;
        left: number | null;
        more: boolean | null;
        refusal: JsonColumn<'product_undo_result.refusal'> | null;
        restored: number | null;
      };
      quoted_line: {
        color: string | null;
        customization_id: string | null;
        image: string | null;
        line: number | null;
        message: string | null;
        name: string | null;
        offered: number | null;
        options: JsonColumn<'quoted_line.options'> | null;
        price_was: number | null;
        problem: string | null;
        product_id: string | null;
        quantity: number | null;
        size: string | null;
        sku: string | null;
        stock: number | null;
        total: number | null;
        type: string | null;
        unit_price: number | null;
        variant_id: string | null;
      };
      quoted_offer: {
        amount: number | null;
        name: string | null;
        offer_id: string | null;
        translations: JsonColumn<'quoted_offer.translations'> | null;
      };
      rated_amount: {
        net: number | null;
        rate: number | null;
        tax: number | null;
        total: number | null;
      };
      refund_outcome: {
        order_id: string | null;
        refund_id: string | null;
        refusal: JsonColumn<'refund_outcome.refusal'> | null;
      };
      renewed_invitation: {
        all_stores: boolean | null;
        email: string | null;
        language: string | null;
        stores: string[] | null;
      };
      return_outcome: {
        order_id: string | null;
        refusal: JsonColumn<'return_outcome.refusal'> | null;
        return_id: string | null;
      };
      sales_day: {
        day: string | null;
        orders: number | null;
        revenue: number | null;
      };
      sales_span: {
        days: number | null;
        orders: number | null;
        orders_before: number | null;
        revenue: number | null;
        revenue_before: number | null;
      };
      scanned: {
        awaits_inspection: boolean | null;
        carrier_name: string | null;
        handled_at: string | null;
        handled_by: string | null;
        kind: Database['public']['Enums']['scan_kind'] | null;
        name: string | null;
        open_pieces: number | null;
        open_returns: number | null;
        order_id: string | null;
        order_line_id: string | null;
        order_number: string | null;
        order_status: Database['public']['Enums']['order_status'] | null;
        shipment_id: string | null;
        shipment_number: number | null;
        shipment_state: Database['public']['Enums']['shipment_state'] | null;
        tenant_id: string | null;
      };
      scarce_variant: {
        id: string | null;
        image: string | null;
        name: string | null;
        sku: string | null;
        stock: number | null;
        translations: JsonColumn<'scarce_variant.translations'> | null;
        variant: string | null;
        variant_id: string | null;
      };
      shipment_outcome: {
        order_id: string | null;
        refusal: JsonColumn<'shipment_outcome.refusal'> | null;
        shipment_id: string | null;
      };
      shown_word: {
        shown: string | null;
        value: string | null;
      };
      staff_claim: {
        email: string | null;
        state: Database['public']['Enums']['staff_invitation_state'] | null;
        user_id: string | null;
      };
      staff_invitation: {
        all_stores: boolean | null;
        email: string | null;
        expires_at: string | null;
        has_account: boolean | null;
        state: Database['public']['Enums']['staff_invitation_state'] | null;
        stores: string[] | null;
      };
      state_count: {
        how_many: number | null;
        state: string | null;
      };
      statement_line: {
        expected: number | null;
        fee: number | null;
        kind: Database['public']['Enums']['statement_line_kind'] | null;
        name: string | null;
        pieces: number | null;
        place: number | null;
        shipment_id: string | null;
        stated: number | null;
        taken: JsonColumn<'statement_line.taken'> | null;
        tracking_number: string | null;
      };
      store_copy: {
        audit_ids: number[] | null;
        refusal: JsonColumn<'store_copy.refusal'> | null;
        tenant_id: string | null;
      };
      store_import_result: {
        import_id: string | null;
        records: Database['public']['CompositeTypes']['imported_record'][] | null;
      };
      store_standing: {
        reopens_on: string | null;
        state: Database['public']['Enums']['store_state'] | null;
      };
      taxed_amount: {
        net: number | null;
        tax: number | null;
        total: number | null;
      };
      undone_changes: {
        above_ids: number[] | null;
        left: number | null;
        next: number | null;
        refusal: JsonColumn<'undone_changes.refusal'> | null;
        undone: number | null;
      };
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;
type DefaultSchema = DatabaseWithoutInternals['public'];

/** A row as it is read. */
export type Tables<Name extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])> = (DefaultSchema['Tables'] &
  DefaultSchema['Views'])[Name] extends { Row: infer Row }
  ? Row
  : never;

/** A row as it is inserted. */
export type TablesInsert<Name extends keyof DefaultSchema['Tables']> = DefaultSchema['Tables'][Name] extends {
  Insert: infer Insert;
}
  ? Insert
  : never;

/** What an update may set. */
export type TablesUpdate<Name extends keyof DefaultSchema['Tables']> = DefaultSchema['Tables'][Name] extends {
  Update: infer Update;
}
  ? Update
  : never;

export type Enums<Name extends keyof DefaultSchema['Enums']> = DefaultSchema['Enums'][Name];

export const Constants = {
  public: {
    Enums: {
      approval_act: ['refund_order', 'send_refund', 'adjust_store_credit', 'place_order_for', 'change_products', 'save_product_variants', 'import_products', 'undo_product_change', 'undo_changes'],
      approval_state: ['pending', 'approved', 'refused', 'ended'],
      attribute_kind: ['number', 'choice', 'text', 'boolean'],
      brand_dark_ground: ['secondary', 'black'],
      brand_density: ['tight', 'regular', 'airy'],
      brand_elevation: ['flat', 'soft', 'hard'],
      brand_face: ['display', 'body', 'mono'],
      brand_header: ['steady', 'hiding'],
      brand_home_section: ['featured', 'categories', 'deals', 'newest', 'story'],
      brand_landing: ['standard', 'tabletop'],
      brand_letter_case: ['none', 'uppercase'],
      brand_light_ground: ['paper', 'white', 'tint', 'concrete', 'secondary'],
      brand_look: ['print-shop', 'game-table', 'product-lab', 'concrete', 'gallery'],
      brand_motion: ['calm', 'snappy', 'playful'],
      brand_option_field: ['colors', 'types', 'sizes', 'materials', 'gender'],
      brand_ornament: ['registration', 'meeples', 'grid', 'stripes', 'ampersand'],
      brand_strip: ['none', 'line', 'marquee'],
      brand_typeface: ['Bricolage Grotesque', 'Libre Franklin', 'Caprasimo', 'Figtree', 'Geist', 'Geist Mono', 'Archivo Expanded', 'Archivo', 'Newsreader', 'Hanken Grotesk'],
      call_outcome: ['confirmed', 'no_answer', 'later', 'wrong_number', 'cancelled'],
      call_wait: ['one_hour', 'two_hours', 'four_hours', 'evening', 'next_day'],
      calls_ending: ['cancel', 'message'],
      carrier_booking_state: ['waiting', 'asked', 'booked', 'failed', 'to_cancel', 'cancelled'],
      cash_requirement: ['none', 'confirm', 'deposit', 'pay_before'],
      claim_state: ['open', 'paid', 'refused'],
      conversation_kind: ['contact', 'chat'],
      copied_kind: ['policies', 'questions', 'zones', 'delivery_fees', 'cash_rules', 'messages'],
      discount_kind: ['percent', 'fixed', 'free_shipping'],
      governorate: ['Alexandria', 'Aswan', 'Assiut', 'Beheira', 'Beni Suef', 'Cairo', 'Dakahlia', 'Damietta', 'Fayoum', 'Gharbia', 'Giza', 'Ismailia', 'Kafr El Sheikh', 'Luxor', 'Matrouh', 'Minya', 'Monufia', 'New Valley', 'North Sinai', 'Port Said', 'Qalyubia', 'Qena', 'Red Sea', 'Sharqia', 'Sohag', 'South Sinai', 'Suez'],
      import_kind: ['orders', 'customers'],
      import_outcome: ['added', 'changed', 'unchanged', 'refused'],
      import_source: ['shopify', 'woocommerce', 'other'],
      invoice_kind: ['invoice', 'credit_note'],
      marketing_consent: ['given', 'refused', 'unknown'],
      message_sender: ['visitor', 'shopper', 'staff'],
      money_place: ['carrier', 'bank', 'till', 'provider', 'credit'],
      morning_figure: ['sold', 'orders_placed', 'payments_received', 'returns_received', 'cash_with_carriers', 'cash_overdue', 'refunds_due', 'transfers_to_confirm', 'to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender', 'orders_late', 'shipments_quiet', 'messages_late', 'ran_out', 'running_out', 'sold_out', 'messages_waiting', 'reviews_waiting', 'returns_waiting', 'claims_overdue'],
      morning_subject: ['order', 'product', 'conversation', 'review'],
      notification_channel: ['email', 'sms', 'whatsapp'],
      offer_audience: ['everybody', 'signed_in', 'first_order'],
      offer_kind: ['percent', 'amount', 'price', 'cheapest', 'set_price', 'free_shipping'],
      order_channel: ['web', 'phone', 'chat', 'counter'],
      order_draft_state: ['open', 'paid', 'expired', 'cancelled'],
      order_edit_state: ['proposed', 'accepted', 'declined', 'applied', 'withdrawn'],
      order_notification_kind: ['placed', 'paid', 'shipped', 'attempt_failed', 'delivered', 'returned_to_sender', 'pieces_cancelled', 'cancelled', 'return_requested', 'return_answered', 'return_received', 'refunded', 'change_proposed', 'changed', 'note', 'confirm'],
      order_queue: ['to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'on_the_way', 'attempt_failed', 'returned_to_sender', 'returns', 'to_give_back', 'cash_outstanding'],
      order_stage: ['awaiting_payment', 'pending', 'confirmed', 'in_production'],
      order_status: ['awaiting_payment', 'pending', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'partly_delivered', 'delivered', 'returned_to_sender', 'return_requested', 'partly_returned', 'returned', 'cancelled'],
      owner_alert_kind: ['payment', 'rights', 'security', 'export'],
      owner_link_state: ['open', 'claimed', 'redeemed', 'used', 'expired', 'unknown'],
      page_kind: ['product', 'category'],
      pay_link_state: ['open', 'paid', 'expired', 'cancelled'],
      payment_difference_kind: ['missing', 'doubled', 'foreign', 'other_amount', 'unreported', 'unclear'],
      payment_entry_kind: ['charged', 'received', 'cash_collected', 'settled', 'credit_used', 'given_back', 'compensated', 'exchange_used', 'exchange_given'],
      payment_method: ['cash_on_delivery', 'bank_transfer', 'online'],
      payment_report_source: ['provider', 'file'],
      payment_status: ['unpaid', 'partly_paid', 'with_carrier', 'paid', 'failed', 'refund_due', 'partly_refunded', 'refunded'],
      point_kind: ['earned', 'redeemed', 'refunded', 'reversed', 'adjusted', 'exchanged'],
      provider_payment_status: ['starting', 'open', 'paid', 'closed', 'mismatched', 'returned', 'held', 'released'],
      readiness_level: ['missing', 'contradicts', 'demo', 'recommended'],
      refund_line_kind: ['line', 'shipping', 'goodwill', 'gift'],
      refund_state: ['due', 'sending', 'sent', 'failed'],
      refund_way: ['card', 'transfer', 'store_credit', 'cash', 'exchange'],
      return_condition: ['as_new', 'opened', 'damaged'],
      return_fate: ['restock', 'seconds', 'discard'],
      return_kind: ['return', 'size_exchange', 'replacement', 'exchange'],
      return_state: ['requested', 'approved', 'declined', 'on_the_way', 'received', 'closed'],
      review_status: ['pending', 'approved', 'rejected'],
      scan_kind: ['shipment', 'order', 'piece'],
      shipment_state: ['packed', 'handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed', 'delivered', 'returning', 'returned_to_sender', 'lost', 'cancelled'],
      shipping_method: ['standard', 'express'],
      staff_invitation_state: ['open', 'claimed', 'accepted', 'revoked', 'expired', 'unknown'],
      staff_topic: ['new_order', 'problem', 'low_stock', 'failed_job', 'for_me'],
      statement_line_kind: ['matches', 'fee', 'short', 'more', 'double', 'settled', 'not_delivered', 'unknown', 'missing'],
      stock_reason: ['initial', 'sale', 'cancelled', 'returned', 'replaced', 'adjusted'],
      store_check: ['addresses', 'mail'],
      store_credit_kind: ['refunded', 'used', 'given_back', 'adjusted'],
      store_state: ['closed', 'open', 'resting', 'gone'],
      transfer_state: ['to_check', 'booked', 'rejected'],
      user_role: ['user', 'admin', 'super_admin'],
    },
  },
} as const;

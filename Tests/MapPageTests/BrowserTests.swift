import Foundation
import Testing

/// The checks themselves are in Browser/, where the browser is driven from; their names are sentences.
@Suite("Map pages in a browser", .enabled(if: BrowserRun.isPossible))
struct BrowserTests {
    static let checks =
        [
            "map_and_list_are_in_sight_at_both_sizes",
            "the_heading_says_what_is_listed",
            "the_list_shows_thirty_at_a_time",
            "no_images_is_said_where_there_are_none",
            "ten_thousand_photos_open_soon",
            "colours_follow_the_desktop_and_can_be_read",
            "a_callout_is_never_cut_off",
            "a_callout_is_a_panel_where_the_window_is_low",
            "a_finger_meets_44_pixels",
            "a_marker_says_its_name_to_who_points_at_it",
            "opening_a_map_asks_for_tiles_only",
            "a_thumbnail_is_asked_for_once_and_on_a_click",
            "a_callout_tells_whose_photo_it_is",
            "a_photo_without_a_title_is_called_as_its_file_is",
            "the_arrow_is_for_what_leaves_for_another_site",
            "links_lead_to_what_lies_beside_the_page_in_the_mount_and_in_a_copy",
            "a_copy_on_a_web_server_leads_to_what_lies_beside_it_there",
            "no_page_tells_where_it_was_made",
            "a_photo_without_a_position_opens_in_the_list",
            "a_thumbnail_that_is_gone_leaves_a_quiet_callout",
            "markers_and_lines_point_at_each_other",
            "a_click_opens_a_cluster",
            "photos_at_one_spot_can_all_be_opened",
            "the_search_forgives_accents_and_case",
            "other_names_are_found_in_the_list_of_places",
            "list_and_markers_narrow_together",
            "what_is_found_comes_into_sight",
            "a_slash_goes_to_the_search",
            "ten_thousand_are_searched_at_once",
            "countries_are_headings_and_can_be_jumped_to",
            "where_people_photograph_now_comes_first",
            "the_trail_leads_up_as_far_as_was_copied",
            "the_view_shows_all_of_the_list",
            "a_list_around_the_world_shows_the_world_as_it_is_drawn",
            "a_remembered_view_that_holds_less_than_it_did_is_fitted_anew",
            "a_list_across_the_antimeridian_is_in_one_piece",
            "view_and_layer_are_remembered_for_each_list",
            "a_browser_that_keeps_nothing_shows_the_map_all_the_same",
            "layers_ask_their_own_servers_and_thank_them",
            "a_right_click_gives_the_line_that_drops_a_pin",
            "a_copy_has_no_pins_to_drop",
            "a_long_press_gives_the_line_too",
            "the_line_is_copied_or_at_least_selected",
            "a_pin_is_also_the_name_of_a_new_folder",
            "back_restores_callout_selection_and_view",
            "back_restores_what_was_looked_for",
            "another_page_of_the_list_begins_anew",
            "the_whole_page_is_reached_by_tab",
            "enter_opens_escape_closes_and_the_focus_comes_back",
            "the_focus_stays_on_the_pager_at_its_ends",
            "markers_and_clusters_open_by_enter",
            "layers_change_by_the_arrow_keys",
            "hostile_texts_are_shown_and_do_nothing",
            "only_addresses_of_the_web_become_links",
            "the_policy_stops_what_would_slip_through",
            "refused_tiles_leave_the_outline",
            "the_outline_can_be_chosen_and_fetches_nothing",
            "without_leaflet_the_list_is_complete",
            "lines_on_screen_show_small_pictures",
            "a_list_elsewhere_has_no_small_pictures_and_asks_for_three_at_most",
            "a_title_that_begins_so_is_found_first_and_opened_by_enter",
            "escape_goes_back_to_the_marker_that_was_opened",
            "empty_pins_and_recents_say_what_fills_them",
            "a_place_and_a_pin_open_their_folder",
            "a_pin_is_dropped_by_a_link",
            "paper_has_the_whole_map_and_the_whole_list",
            "high_contrast_shows_what_is_chosen",
            "titles_begin_at_the_left_in_any_script",
        ]
        + (ProcessInfo.processInfo.environment["PLACESFS_AXE", default: ""].isEmpty ? [] : ["axe_finds_nothing_wrong"])

    @Test(arguments: checks)
    func `a map passes the check in Chromium`(check: String) async throws {
        let failure = try #require(try await BrowserRun.shared.results()[check], "there is no such check")
        if let failure { Issue.record("\(check): \(failure)") }
    }

    @Test func `no check is left out`() async throws {
        #expect(try await Set(BrowserRun.shared.results().keys) == Set(Self.checks))
    }
}

import Foundation

/// Links without the parameters that only tell a site who passed them on.
///
/// The names are those that Firefox strips (`query-stripping-strip-list` of its enhanced tracking protection) and those
/// that Reddit's, YouTube's, Instagram's and X's own share buttons add. All others stay: a page may need them.
enum SharedLink {
    /// A link without its tracking parameters, otherwise byte by byte as it was.
    ///
    /// - Parameter url: A link.
    /// - Returns: The same page.
    static func withoutTracking(_ url: URL) -> URL {
        let text = url.absoluteString
        // What looks like parameters behind the # is the page's own.
        let end = text.firstIndex(of: "#") ?? text.endIndex
        guard let start = text[..<end].firstIndex(of: "?") else { return url }
        let host = url.host(percentEncoded: false)?.lowercased() ?? ""
        let parameters = text[text.index(after: start)..<end].split(separator: "&", omittingEmptySubsequences: false)
        let kept = parameters.filter { !isTracking($0.prefix { $0 != "=" }, on: host) }
        guard kept.count < parameters.count else { return url }
        let query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
        return URL(string: text[..<start] + query + text[end...]) ?? url
    }

    private static func isTracking(_ parameter: Substring, on host: String) -> Bool {
        let name = (parameter.removingPercentEncoding ?? String(parameter)).lowercased()
        if name.hasPrefix("utm_") || anywhere.contains(name) { return true }
        return ownButtons.contains { site, names in
            names.contains(name) && (host == site || host.hasSuffix("." + site))
        }
    }

    private static let anywhere: Set = [
        "__hsfp", "__hssc", "__hstc", "__s", "_branch_match_id", "_branch_referrer", "_hsenc", "_openstat", "dclid",
        "fbclid", "gbraid", "gclid", "hsctatracking", "igshid", "mc_eid", "mkt_tok", "ml_subscriber",
        "ml_subscriber_hash", "msclkid", "oft_c", "oft_ck", "oft_d", "oft_id", "oft_ids", "oft_k", "oft_lk", "oft_sk",
        "oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid", "ttclid", "twclid", "unicorn_click_id", "vero_conv",
        "vero_id", "wbraid", "wickedid", "yclid", "ysclid",
    ]

    /// Words that mean something else elsewhere.
    private static let ownButtons: KeyValuePairs<String, Set<String>> = [
        "reddit.com": ["share_id", "ref", "ref_source", "rdt", "correlation_id", "post_fullname", "post_index"],
        "youtube.com": ["si", "feature", "pp"], "youtu.be": ["si", "feature"],
        "instagram.com": ["igsh", "img_index_source"],
        "twitter.com": ["s", "t", "ref_src", "ref_url"], "x.com": ["s", "t", "ref_src", "ref_url"],
        "open.spotify.com": ["si"], "tiktok.com": ["_r", "_t", "is_from_webapp", "sender_device"],
    ]
}

import Foundation

/// The order that the posts of several feeds are merged in.
///
/// Each feed's posts keep the order that they have in it, whatever this says: it decides between the first posts that
/// are left of each.
public enum CombinedFeedOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// The post that was posted last comes first.
    case newest
    /// One post of each feed in turn.
    case interleaved
    /// The post with the highest score comes first.
    case score

    /// The value that posts are compared by; `nil` where the post does not say, and where they take turns.
    func value(of post: Post) -> Double? {
        switch self {
        case .newest: post.created?.timeIntervalSince1970
        case .score: post.score.map(Double.init)
        case .interleaved: nil
        }
    }
}

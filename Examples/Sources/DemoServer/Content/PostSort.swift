import Foundation

/// The orders a listing comes in.
enum PostSort: String, Sendable {
    case best, hot, new, top, rising, controversial

    /// Whether `t=` says how old a post may be.
    var hasPeriod: Bool {
        self == .top || self == .controversial
    }

    /// Puts posts in this order; equal ones stay the newest first.
    ///
    /// `rising` leaves out what is older than three days.
    func sorted(_ posts: [Post]) -> [Post] {
        switch self {
        case .new: return descending(posts) { -Double($0.age) }
        case .top: return descending(posts) { Double($0.score) }
        case .hot: return descending(posts) { Self.heat(of: $0) }
        case .best: return descending(posts) { Self.heat(of: $0) + 2 * $0.upvoteRatio }
        case .controversial:
            return descending(posts) { Double($0.score + $0.commentCount) * (1 - $0.upvoteRatio) }
        case .rising:
            let young = posts.filter { $0.age <= 3 * 86_400 }
            return descending(young) { Double($0.score) / Double(max(0, $0.age) + 3_600) }
        }
    }

    /// The site's old formula: ten times the score weighs as much as twelve and a half hours.
    private static func heat(of post: Post) -> Double {
        log10(Double(max(1, post.score))) - Double(post.age) / 45_000
    }

    private func descending(_ posts: [Post], by rank: (Post) -> Double) -> [Post] {
        posts.map { (rank: rank($0), post: $0) }
            .sorted { ($0.rank, $0.post.ordinal) > ($1.rank, $1.post.ordinal) }
            .map(\.post)
    }
}

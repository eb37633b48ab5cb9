import Foundation

/// The orders Lemmy knows, for posts and, as far as they mean something there, for comments.
enum LemmySort: String, Sendable {
    case active = "Active"
    case hot = "Hot"
    case new = "New"
    case old = "Old"
    case scaled = "Scaled"
    case controversial = "Controversial"
    case mostComments = "MostComments"
    case newComments = "NewComments"
    case topHour = "TopHour"
    case topSixHour = "TopSixHour"
    case topTwelveHour = "TopTwelveHour"
    case topDay = "TopDay"
    case topWeek = "TopWeek"
    case topMonth = "TopMonth"
    case topThreeMonths = "TopThreeMonths"
    case topSixMonths = "TopSixMonths"
    case topNineMonths = "TopNineMonths"
    case topYear = "TopYear"
    case topAll = "TopAll"
    /// For comments only.
    case top = "Top"

    /// Puts posts in this order; equal ones stay the newest first.
    func sorted(_ posts: [Post]) -> [Post] {
        switch self {
        case .old: return PostSort.new.sorted(posts).reversed()
        case .new: return PostSort.new.sorted(posts)
        case .controversial: return PostSort.controversial.sorted(posts)
        case .active, .hot, .scaled: return PostSort.hot.sorted(posts)
        case .mostComments, .newComments:
            return posts.sorted { ($0.commentCount, $0.ordinal) > ($1.commentCount, $1.ordinal) }
        default:
            let limit = greatestAge
            return PostSort.top.sorted(posts.filter { post in limit.map { post.age <= $0 } ?? true })
        }
    }

    /// Puts comments in this order, without regard to what they answer.
    func sorted(_ comments: [LemmyComment]) -> [LemmyComment] {
        let ranked = comments.enumerated().sorted { left, right in
            (rank(left.element.comment), tie(left.element.comment), -left.offset)
                > (rank(right.element.comment), tie(right.element.comment), -right.offset)
        }
        return ranked.map(\.element)
    }

    /// Puts what people wrote in the same second in the order of its writing.
    private func tie(_ comment: Comment) -> Int {
        self == .old ? -comment.writtenNumber : comment.writtenNumber
    }

    private func rank(_ comment: Comment) -> Int {
        switch self {
        case .new: -comment.age
        case .old: comment.age
        case .controversial: -abs(comment.score)
        default: comment.score
        }
    }

    /// The greatest age of a post in seconds; nil for no limit.
    private var greatestAge: Int? {
        switch self {
        case .topHour: 3_600
        case .topSixHour: 6 * 3_600
        case .topTwelveHour: 12 * 3_600
        case .topDay: 86_400
        case .topWeek: 7 * 86_400
        case .topMonth: 30 * 86_400
        case .topThreeMonths: 90 * 86_400
        case .topSixMonths: 180 * 86_400
        case .topNineMonths: 270 * 86_400
        case .topYear: 365 * 86_400
        default: nil
        }
    }
}

public import Core

extension PostListViewModel {
    /// One row of a list.
    public enum Row: Identifiable, Hashable, Sendable {
        /// A post.
        case post(FeedItem)
        /// A place where posts are missing; ``PostListViewModel/fill(_:)`` fetches them.
        case gap(FeedGap)

        /// The id of a row: a post's id, or a gap's cursor.
        public enum ID: Hashable, Sendable {
            /// A post's.
            case post(Post.ID)
            /// A gap's.
            case gap(PageCursor)
        }

        /// The row's id; it stays when rows come and go around it.
        public var id: ID {
            switch self {
            case .post(let item): .post(item.id)
            case .gap(let gap): .gap(gap.cursor)
            }
        }
    }

    /// The rows of a list, posts with the gaps between them, as a collection that stores each post once.
    ///
    /// A row by its index costs O(log *g*) in the gaps, of which there are few.
    public struct Rows: RandomAccessCollection, Equatable, Sendable {
        /// A gap, and how many posts come before it.
        struct PlacedGap: Equatable, Sendable {
            var offset: Int
            var gap: FeedGap
        }

        /// The posts.
        package let items: [FeedItem]
        /// In order, also where several are in one place.
        let placedGaps: [PlacedGap]

        init(items: [FeedItem] = [], gaps: [PlacedGap] = []) {
            self.items = items
            placedGaps = gaps
        }

        /// The gaps, in order.
        package var gaps: [FeedGap] { placedGaps.map(\.gap) }

        /// The first row's index: 0.
        public var startIndex: Int { 0 }

        /// The number of rows.
        public var endIndex: Int { items.count + placedGaps.count }

        /// A row.
        ///
        /// - Parameter index: Its index, from 0.
        public subscript(index: Int) -> Row {
            precondition(indices.contains(index), "The list has no row \(index).")
            // How many gaps begin before this row: gap k is the row offset + k.
            var (low, high) = (0, placedGaps.count)
            while low < high {
                let middle = (low + high) / 2
                if placedGaps[middle].offset + middle < index { low = middle + 1 } else { high = middle }
            }
            if low < placedGaps.count, placedGaps[low].offset + low == index { return .gap(placedGaps[low].gap) }
            return .post(items[index - low])
        }
    }
}

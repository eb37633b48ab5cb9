import Core
import Foundation

/// Removals from lists of kept posts that can be undone: one object for all lists of a container.
///
/// Whether a post is still out is for the store to say: what it lists again need not be put back.
final class KeptRemovals: Sendable {
    /// A post that was taken out.
    struct Removal: Equatable, Sendable {
        /// The list.
        let kind: SavedPostsViewModel.Kind
        /// The post.
        let id: Post.ID
        /// The date that gives it its place; `nil` where the store had none.
        let since: Date?
        /// The owner of the list, who alone can put it back.
        let owner: MarkOwner

        func isOf(_ kind: SavedPostsViewModel.Kind, _ site: Site, _ owner: MarkOwner) -> Bool {
            self.kind == kind && id.site == site && self.owner == owner
        }

        func isSame(as other: Removal) -> Bool { id == other.id && isOf(other.kind, other.id.site, other.owner) }
    }

    /// Posts that were taken out, and those on their way back.
    struct State: Equatable, Sendable {
        /// The last one last.
        fileprivate(set) var removed: [Removal] = []
        /// Those that are being put back.
        fileprivate(set) var returning: [Removal] = []

        /// The posts of one list that are out, or were when somebody began to put them back.
        func ids(of kind: SavedPostsViewModel.Kind, on site: Site, by owner: MarkOwner) -> [Post.ID] {
            (removed + returning).filter { $0.isOf(kind, site, owner) }.map(\.id)
        }
    }

    /// Number of removals of each list that can be undone, one after the other.
    static let limit = 20

    let state = ObservableValue(State())

    /// Notes that a post is taken out; asked for twice, it was taken out once.
    @MainActor func add(_ removal: Removal) {
        state.update { state in
            state.removed.removeAll { $0.isSame(as: removal) }
            state.removed.append(removal)
            let own = state.removed.filter { $0.isOf(removal.kind, removal.id.site, removal.owner) }
            guard own.count > Self.limit, let oldest = own.first else { return }
            state.removed.removeAll { $0 == oldest }
        }
    }

    /// Notes that a post was not taken out after all.
    @MainActor func forget(_ removal: Removal) {
        state.update { $0.removed.removeAll { $0.isSame(as: removal) } }
    }

    /// Takes the last removal of a list, which is on its way back from then on; `nil` where there is none.
    @MainActor func beginReturn(
        to kind: SavedPostsViewModel.Kind, on site: Site, by owner: MarkOwner
    ) -> Removal? {
        state.update { state in
            guard let index = state.removed.lastIndex(where: { $0.isOf(kind, site, owner) }) else { return nil }
            let removal = state.removed.remove(at: index)
            state.returning.append(removal)
            return removal
        }
    }

    /// Notes how putting a post back ended: where it failed, it can be tried again.
    @MainActor func endReturn(of removal: Removal, isBack: Bool) {
        state.update { state in
            if let index = state.returning.firstIndex(of: removal) { state.returning.remove(at: index) }
            if !isBack { state.removed.append(removal) }
        }
    }
}

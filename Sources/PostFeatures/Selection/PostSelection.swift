public import Core

/// The selection of one post, for layouts that show a list and a detail side by side and so share it.
///
/// When the selected post leaves the list, its neighbour is selected: the next post that is still there, or else the
/// one before.
@MainActor
public final class PostSelection {
    /// The selected post; `nil` for none.
    public let state = ObservableValue<Post.ID?>(nil)

    /// The posts of the list, as they were last.
    private var order: [Post.ID] = []
    private var token: ObservationToken?

    /// Creates a selection with nothing selected.
    public init() {}

    /// Selects a post, or none.
    ///
    /// - Parameter id: The post; `nil` for none.
    public func select(_ id: Post.ID?) {
        state.set(id)
    }

    /// Selects the post behind the selected one; the first one when none is selected; at the end nothing happens.
    public func selectNext() {
        move(by: 1, fromNothing: order.first)
    }

    /// Selects the post before the selected one; the last one when none is selected; at the start nothing happens.
    public func selectPrevious() {
        move(by: -1, fromNothing: order.last)
    }

    /// Takes over the posts that the list shows now.
    ///
    /// - Parameter ids: The posts in order.
    public func listChanged(to ids: [Post.ID]) {
        defer { order = ids }
        guard let selected = state.value, let position = order.firstIndex(of: selected) else { return }
        let present = Set(ids)
        guard !present.contains(selected) else { return }
        let next = order[(position + 1)...].first(where: present.contains)
        state.set(next ?? order[..<position].last(where: present.contains))
    }

    /// Follows what a list shows, instead of the list that it followed before.
    ///
    /// - Parameter list: The list; it is not kept alive.
    public func follow(_ list: PostListViewModel) {
        token = list.state.observe { [weak self] state in
            self?.listChanged(to: state.items.map(\.id))
        }
    }

    private func move(by step: Int, fromNothing start: Post.ID?) {
        guard let selected = state.value, let position = order.firstIndex(of: selected) else {
            if let start { state.set(start) }
            return
        }
        if order.indices.contains(position + step) { state.set(order[position + step]) }
    }
}

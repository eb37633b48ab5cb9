public import Core

/// What of the posts near the screen is on this device.
extension PostListViewModel {
    /// Says which rows can be seen, or soon will; call it when the person has stopped scrolling.
    ///
    /// What is here of these posts is read, and shown in ``State/availability``; it is kept true until the next call. Of
    /// other posts nothing is read, so that a list of thousands costs no more than a short one. Without an
    /// `AvailabilityProvider` nothing happens.
    ///
    /// - Parameter ids: The posts of the rows; those that are not shown are ignored.
    /// - Complexity: O(*n*) comparisons of ids.
    public func showAvailability(of ids: [Post.ID]) async {
        let wanted = Set(ids)
        var posts: [Post] = []
        for item in state.value.items where wanted.contains(item.id) {
            posts.append(item.post)
            if posts.count == wanted.count { break }
        }
        await availabilityReader.read(posts) { [weak self] availability in
            self?.state.update { $0.availability = availability }
        }
    }
}

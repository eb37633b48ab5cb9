public import Core

/// What a person does with the sources of the list.
extension SourceListViewModel {
    /// Takes a source out of the list; ``undoRemove()`` puts it back.
    ///
    /// - Parameter id: Which source.
    public func remove(_ id: SubscribedSource.ID) async {
        await act {
            let source = try await self.provider.remove(id)
            self.removed.append(source)
            // Added again it is to be scrolled to again, so it has to be another value than before.
            self.state.update { if $0.added == id { $0.added = nil } }
            self.removed.removeFirst(max(0, self.removed.count - Self.undoLimit))
            return nil
        }
    }

    /// Puts the source back that was removed last: where it was, with all that was known of it.
    ///
    /// Does nothing when nothing was removed here.
    public func undoRemove() async {
        guard let source = removed.popLast() else { return }
        let place = removed.count
        await act {
            do {
                try await self.provider.restore(source)
            } catch {
                // It can be tried again, before what was removed meanwhile.
                self.removed.insert(source, at: min(place, self.removed.count))
                throw error
            }
            return nil
        }
    }

    /// Moves a source to another place in the person's own order; does nothing while another order is shown.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: The index of its row once it has moved, from 0; clamped to the list.
    public func move(_ id: SubscribedSource.ID, to index: Int) async {
        guard state.value.order == .own else { return }
        await act {
            try await self.provider.move(id, to: index)
            return nil
        }
    }

    /// Shows the list in another order; nothing is stored by it.
    ///
    /// - Parameter order: The person's own, or what was opened last first.
    public func setOrder(_ order: SourceOrder) {
        state.update { state in
            state.order = order
            state.rows = rows(in: order)
        }
    }

    /// Notes that the person opened a source, for the order by what was opened last.
    ///
    /// - Parameter id: Which source.
    public func open(_ id: SubscribedSource.ID) async {
        await act {
            try await self.provider.open(id)
            return nil
        }
    }
}

public import Core

extension PostFormat {
    /// Describes the state of a source.
    ///
    /// - Parameter state: Its state.
    /// - Returns: Such as "Checked", "Waits to be checked" or "Private".
    public func text(of state: SubscribedSource.State) -> String {
        switch state {
        case .verified: text(SourcePhrase.verified)
        case .pending: text(SourcePhrase.pending)
        case .unknown: text(SourcePhrase.unknown)
        case .restricted(.privateMembers): text(SourcePhrase.privateMembers)
        case .restricted(.quarantined): text(SourcePhrase.quarantined)
        case .restricted(.banned): text(SourcePhrase.banned)
        case .restricted(.suspended): text(SourcePhrase.suspended)
        case .restricted(.forbidden): text(SourcePhrase.restricted)
        }
    }

    /// Describes the problem with a name that is being typed for a new source.
    ///
    /// - Parameter field: The state of the field.
    /// - Returns: Such as "r/swift is in the list already"; `nil` for nothing, and for a name that can be added.
    public func text(of field: SourceListViewModel.Field) -> String? {
        switch field {
        case .empty, .ok: nil
        case .tooShort(let error): language == .english ? error.message : text(SourcePhrase.tooShort)
        case .invalid(let error): message(for: error)
        case .duplicate(let id): text(SourcePhrase.duplicate, filling: id.name)
        }
    }

    package func message(for refusal: SourceError) -> String {
        switch refusal {
        case .blank: text(SourcePhrase.blank)
        case .malformed(let typed): text(SourcePhrase.malformed, filling: typed)
        case .several(let typed): text(SourcePhrase.several, filling: typed)
        case .elsewhere(let typed): text(SourcePhrase.elsewhere, filling: typed)
        case .noSource(let typed): text(SourcePhrase.noSource, filling: typed)
        case .duplicate(let name): text(SourcePhrase.duplicate, filling: "\(name)")
        case .noList(let site): text(SourcePhrase.noList, filling: "\(site)")
        case .full(let count): text(SourcePhrase.full, count: count, number: "\(count)")
        case .unknown(let name): text(SourcePhrase.unknownToServer, filling: "\(name)")
        case .missing(let id): text(SourcePhrase.missing, filling: id.name)
        case .unchecked(let name): text(SourcePhrase.unchecked, filling: "\(name)")
        case .restricted(let name, let restriction): text(phrase(for: restriction), filling: "\(name)")
        }
    }

    private func phrase(for restriction: SourceRestriction) -> SourcePhrase {
        switch restriction {
        case .privateMembers: .addedPrivate
        case .quarantined: .addedQuarantined
        case .banned: .addedBanned
        case .suspended: .addedSuspended
        case .forbidden: .addedForbidden
        }
    }
}

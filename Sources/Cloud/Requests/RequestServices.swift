package import Core

/// The objects that everything which sends requests uses beside its transport: the registered ones by default.
package struct RequestServices: Sendable {
    /// The recorder that is told how requests go; `nil` for none.
    package let recorder: (any ActivityRecorder)?
    /// The provider that is told whether servers answer; `nil` for none.
    ///
    /// Resolved when it is read: what never tells it anything does not have it made.
    package var connectivity: (any ConnectivityProvider)? {
        givenConnectivity ?? Dependency.registered((any ConnectivityProvider).self)
    }
    private let givenConnectivity: (any ConnectivityProvider)?
    /// The clock of deadlines and pauses.
    package let time: any TimeProvider
    /// The source of random numbers for pauses.
    package let random: any RandomSource

    package init(
        recorder: (any ActivityRecorder)? = nil, connectivity: (any ConnectivityProvider)? = nil,
        time: any TimeProvider = Dependency.clock,
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        self.recorder = recorder ?? Dependency.registered((any ActivityRecorder).self)
        givenConnectivity = connectivity
        self.time = time
        self.random = random
    }
}
